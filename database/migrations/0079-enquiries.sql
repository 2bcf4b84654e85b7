-- Messages, requests for a quote and for a demonstration from the forms of the public site: rows of the operator's organisation.
create table enquiries (
  organisation_id uuid not null references organisations, id uuid not null,
  kind text not null check (kind in ('contact', 'quote', 'demo')),
  name text not null, email text not null, company text not null default '', phone text not null default '',
  message text not null,
  -- The days that suit for a demonstration.
  from_day date, until_day date,
  -- How many of each cabinet a quote is for, and their list price when it was asked for, in euros.
  cabinets jsonb not null default '{}', total integer not null default 0,
  created_at timestamptz not null default now(),
  search_text text not null generated always as
    (fold_text(' ' || name || ' ' || email || ' ' || company || ' ' || phone || ' ' || message)) stored,
  primary key (organisation_id, id)
);
create index enquiries_by_time on enquiries (organisation_id, created_at desc, id);
select tenant_table('enquiries');

-- The organisation that operates the installation: the forms of the public site are its own.
create function operator_organisation() returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare found uuid;
begin
  perform set_config('app.untenanted', 'organisations', true);
  select o.id into found from organisations o where o.is_super_admin and o.is_active order by o.created_at, o.id limit 1;
  perform set_config('app.untenanted', '', true);
  return found;
end $$;
create index organisations_operator on organisations (created_at, id) where is_super_admin;
