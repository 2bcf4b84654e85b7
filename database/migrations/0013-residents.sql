-- Residents: lists and look-ups at any size, out of town with dates, who collects for them, erasing.

alter table residents
  -- The days of being out of town: the first one away, and the day of the return.
  add column hold_from date, add column hold_until date,
  add column erased_at timestamptz,
  -- Opens the personal values in the resident's audit lines; itself sealed. Erasing destroys it.
  add column audit_key bytea,
  add constraint residents_hold check ((hold_from is null) = (hold_until is null) and hold_until >= hold_from),
  -- What a list is narrowed by besides place and text, in one number.
  add column facet smallint not null generated always as
    ((occupancy_status * 8 + is_disabled::int * 4 + is_out_of_town::int * 2 + has_opted_out::int)::smallint) stored,
  -- What a list is sorted by; `full_name` is the third.
  add column by_last_name text not null generated always as (last_name || ' ' || first_name) stored,
  add column by_unit text not null generated always as (unit_number || ' ' || last_name || ' ' || first_name) stored,
  -- What is typed is compared with these, as ranges of text: under row-level security neither `like` nor `lower` goes by an index.
  add column last_name_key text not null generated always as (lower(last_name || ' ' || first_name)) stored,
  add column name_key text not null generated always as (lower(first_name || ' ' || last_name)) stored,
  add column unit_key text not null generated always as (lower(unit_number)) stored,
  add column email_key text not null generated always as (lower(email)) stored;

-- A list of many goes along the organisation in its order; one of few is merged from the heads of lanes, each a building's
-- residents of one facet in the order of the list.
create index residents_all_by_last_name on residents (organisation_id, by_last_name collate natural_order, id) where deleted_at is null;
create index residents_all_by_first_name on residents (organisation_id, full_name collate natural_order, id) where deleted_at is null;
create index residents_all_by_unit on residents (organisation_id, by_unit collate natural_order, id) where deleted_at is null;
create index residents_by_last_name on residents (organisation_id, building_id, facet, by_last_name collate natural_order, id) where deleted_at is null;
create index residents_by_first_name on residents (organisation_id, building_id, facet, full_name collate natural_order, id) where deleted_at is null;
create index residents_by_unit on residents (organisation_id, building_id, facet, by_unit collate natural_order, id) where deleted_at is null;
-- A part of a name or of an address.
create index residents_text on residents using gin (first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops)
  with (gin_pending_list_limit = 256);
-- The beginning of a name, a unit or an address; who is looked up is told from the index alone.
drop index residents_last_name, residents_unit;
create index residents_last_name on residents (organisation_id, property_id, last_name_key) include (id, is_active) where deleted_at is null;
create index residents_name on residents (organisation_id, property_id, name_key) include (id, is_active) where deleted_at is null;
create index residents_unit on residents (organisation_id, property_id, unit_key) include (id, is_active, building_id, unit_number) where deleted_at is null;
create index residents_email on residents (organisation_id, property_id, email_key) include (id, is_active) where deleted_at is null;
create index residents_hold_until on residents (organisation_id, hold_until) where hold_until is not null;

-- Kept, not counted: how many residents a lane holds.
create table resident_counts (
  organisation_id uuid not null, property_id uuid not null, building_id uuid not null, facet smallint not null, residents int not null,
  primary key (organisation_id, property_id, building_id, facet)
) with (fillfactor = 50);
select tenant_table('resident_counts', 'property_id');
select keep_numbers('residents', $keep$
  insert into resident_counts as c (organisation_id, property_id, building_id, facet, residents)
  select * from (
    select organisation_id, property_id, building_id, facet, sum(by) as residents from changed_rows as changed where deleted_at is null
    group by 1, 2, 3, 4
  ) as difference where residents <> 0 order by organisation_id, property_id, building_id, facet
  on conflict (organisation_id, property_id, building_id, facet) do update set residents = c.residents + excluded.residents
$keep$);
-- The residents of every organisation that are here already.
alter table residents no force row level security;
alter table resident_counts no force row level security;
insert into resident_counts (organisation_id, property_id, building_id, facet, residents)
  select organisation_id, property_id, building_id, facet, count(*) from residents where deleted_at is null group by 1, 2, 3, 4;
alter table residents force row level security;
alter table resident_counts force row level security;

-- Who may collect for a resident, from one day to another, each with a code of their own.
create table resident_delegates (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, resident_id uuid not null,
  name text not null, email text not null default '', from_day date not null, until_day date not null check (until_day >= from_day),
  access_code_encrypted bytea not null, access_code_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id)
);
create unique index resident_delegates_code on resident_delegates (organisation_id, property_id, access_code_hash);
create index resident_delegates_of on resident_delegates (organisation_id, resident_id);
select tenant_table('resident_delegates', 'property_id');

-- Of whom a mail tells.
alter table mails add column about uuid;
create index mails_about on mails (organisation_id, about) where about is not null;

-- The history of packages is appended to and never changed, but for this: of somebody who was erased, and of those who
-- collected for them, it keeps the ids alone. It works for the tenant of the transaction, like everything else.
create function erase_from_package_history(resident uuid, persons uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update package_history h set note = '', user_name = case when h.user_id = any (persons) then '' else h.user_name end
  from package_labels l join residents r on r.organisation_id = l.organisation_id and r.id = l.resident_id
  where l.resident_id = resident and r.erased_at is not null
    and h.organisation_id = l.organisation_id and h.package_id = l.package_id
$$;
