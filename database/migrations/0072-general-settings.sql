-- General settings of an organisation that differ from their defaults.
create table organisation_settings (
  organisation_id uuid not null references organisations,
  name text not null,
  value text not null,
  primary key (organisation_id, name)
);
select tenant_table('organisation_settings');

-- The last local day for which an organisation's summary was sent.
create table organisation_summaries (
  organisation_id uuid primary key references organisations,
  day date not null
);
select tenant_table('organisation_summaries');
