-- When the days of an organisation were counted last, so that pictures can show how old their numbers are.
create table trend_counts (
  organisation_id uuid primary key references organisations,
  counted_at timestamptz not null
);
select tenant_table('trend_counts');
