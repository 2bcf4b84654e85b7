-- Residents, those who collect for them, registrations, and imports of residents from files.

create table residents (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  unit_number text not null, first_name text not null, last_name text not null,
  email text not null default '', mobile_phone text not null default '', phone1 text not null default '', phone2 text not null default '',
  address text not null default '',
  -- The key of the resident in the organisation's own programs.
  external_id text not null default '',
  -- The language of messages (platform/language.ts); '' follows the organisation.
  language text not null default '' check (language in ('', 'en-US', 'en-GB', 'en-AU', 'es', 'de')),
  occupancy_status smallint not null default 1,
  is_active boolean not null default true, is_out_of_town boolean not null default false,
  is_disabled boolean not null default false, has_opted_out boolean not null default false,
  is_email_notification_enabled boolean not null default true, is_sms_notification_enabled boolean not null default true,
  -- The days of being out of town: the first one away, and the day of the return.
  hold_from date, hold_until date,
  -- The code can be sent again, so it is stored encrypted; it is found by its keyed hash.
  access_code_encrypted bytea, access_code_hash bytea,
  -- Decrypts the personal values in the resident's audit entries; itself encrypted. Erasing destroys it.
  audit_key bytea,
  created_at timestamptz not null default now(), deleted_at timestamptz, erased_at timestamptz,

  -- The sorts of the list.
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  by_last_name text not null generated always as (last_name || ' ' || first_name) stored,
  by_unit text not null generated always as (unit_number || ' ' || last_name || ' ' || first_name) stored,
  -- In the order of `residentStatus`: the occupancy, else inactive.
  status_order smallint not null
    generated always as (case when is_active or occupancy_status = 3 then occupancy_status else 4 end) stored,
  -- The filters of the list other than place and text, in one number.
  facet smallint not null generated always as
    ((occupancy_status * 8 + is_disabled::int * 4 + is_out_of_town::int * 2 + has_opted_out::int)::smallint) stored,
  -- Typed texts are compared with these columns: under row-level security neither `like` nor an expression uses an index.
  name_key text not null generated always as (lower(first_name || ' ' || last_name)) stored,
  unit_key text not null generated always as (lower(unit_number)) stored,
  email_key text not null generated always as (lower(email)) stored,
  mobile_digits text not null generated always as (regexp_replace(mobile_phone, '[^0-9]', '', 'g')) stored,
  search_text text not null generated always as (fold_text(
    ' ' || first_name || ' ' || last_name || ' ' || unit_number || ' ' || email
    || ' ' || regexp_replace(mobile_phone, '[^0-9+]', '', 'g') || ' ' || external_id)) stored,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id),
  constraint residents_hold check ((hold_from is null) = (hold_until is null) and hold_until >= hold_from)
);
create unique index residents_access_code on residents (organisation_id, property_id, access_code_hash) where access_code_hash is not null;
create index residents_external_id on residents (organisation_id, external_id) where external_id <> '' and deleted_at is null;
-- One index for each sort, which also holds what the list is filtered by, so that a filter is checked without reading the table. By
-- place the list goes along the names of buildings and properties.
create index residents_by_last_name on residents (organisation_id, by_last_name collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
create index residents_by_first_name on residents (organisation_id, full_name collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
create index residents_by_unit on residents (organisation_id, by_unit collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
create index residents_by_place on residents (organisation_id, property_id, building_id, id) include (facet) where deleted_at is null;
create index residents_by_status on residents (organisation_id, status_order, id)
  include (property_id, building_id, facet) where deleted_at is null;
create index residents_unit on residents (organisation_id, unit_key, building_id) include (id, property_id, is_active, unit_number)
  where deleted_at is null;
create index residents_email on residents (organisation_id, email_key) include (id, property_id, is_active) where deleted_at is null;
-- Within one organisation: rows of others are neither read nor compared. A short list of pending entries: a search reads all of it, and
-- the writer that fills it waits until it is merged.
create index residents_text on residents
  using gin (organisation_id, property_id, search_text gin_trgm_ops, mobile_digits) with (gin_pending_list_limit = 256);
select tenant_table('residents', 'property_id');

-- The residents of a building with one facet: maintained, not counted.
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

-- Whether a resident was erased, also one of another property: a kiosk works for one property, and its drop-off may be for somebody who
-- has moved to another since. Erasing waits until the transaction ends.
create function is_resident_erased(resident uuid) returns boolean language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.property_ids', true), '');
  is_erased boolean;
begin
  perform set_config('app.property_ids', '*', true);
  select r.erased_at is not null into is_erased from residents r where r.id = resident for key share;
  perform set_config('app.property_ids', scope, true);
  return coalesce(is_erased, false);
end $$;

-- The planner takes an organisation that has just been filled for nearly empty, until autovacuum has analysed the table, and chooses
-- indexes that are of no use then. Only the owner of the table may analyse it.
create function analyze_residents() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute 'analyze residents';
end $$;

-- Persons who may collect for a resident, from one day to another, each with a code of their own.
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

-- Persons who have registered, as a resident or as an agent, and wait for an approval.
create table registrations (
  organisation_id uuid not null references organisations (id), id uuid not null,
  kind text not null check (kind in ('resident', 'agent')),
  -- 1 pending, 2 approved, 3 rejected (decisions "Registration statuses").
  status smallint not null default 1 check (status in (1, 2, 3)),
  -- A rejection can be taken back until it is completed: until then the hash of the PIN stays, and no e-mail is sent.
  rejection_due boolean not null default false,
  first_name text not null, last_name text not null, email text not null, phone_number text not null,
  -- The language of e-mails to them.
  language text not null,
  created_at timestamptz not null default now(),
  -- The link of the verification's e-mail is found by its keyed hash.
  token_hash bytea not null, token_expires_at timestamptz not null, email_verified_at timestamptz,
  comments text not null default '',
  -- A super administrator may be of another organisation.
  reviewer_id uuid, reviewer_name text not null default '', decided_at timestamptz,
  -- Of a resident.
  property_id uuid, building_id uuid, unit_number text not null default '',
  phone1 text not null default '', phone2 text not null default '', is_dda boolean not null default false, resident_id uuid,
  -- Of an agent. The hash of the PIN is deleted with the decision.
  courier_id uuid, role_id smallint check (role_id in (6, 7, 9)), user_name text not null default '', pin_hash text, agent_id uuid,

  -- For comparison with residents, agents and other registrations: the same e-mail, the same digits of a phone number, the same unit.
  email_key text not null generated always as (lower(email)) stored,
  mobile_digits text not null generated always as (regexp_replace(phone_number, '[^0-9]', '', 'g')) stored,
  unit_key text not null generated always as (lower(unit_number)) stored,
  search_text text not null generated always as (fold_text(
    ' ' || first_name || ' ' || last_name || ' ' || unit_number || ' ' || email || ' ' || user_name
    || ' ' || regexp_replace(phone_number, '[^0-9+]', '', 'g'))) stored,
  primary key (organisation_id, id),
  check (case kind when 'resident' then property_id is not null and building_id is not null and num_nonnulls(courier_id, role_id, pin_hash, agent_id) = 0
                   else courier_id is not null and role_id is not null and num_nonnulls(property_id, building_id, resident_id) = 0 end),
  constraint registrations_decision check (
    (status = 1) = (decided_at is null) and (status = 1 or rejection_due or pin_hash is null) and (status = 3 or not rejection_due)
  ),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id),
  foreign key (organisation_id, courier_id) references couriers (organisation_id, id),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id)
);
create unique index registrations_token on registrations (organisation_id, token_hash);
create index registrations_submitted on registrations (organisation_id, kind, status, created_at, id);
create index registrations_resident on registrations (organisation_id, resident_id) where resident_id is not null;
create index registrations_email on registrations (organisation_id, kind, email_key, id) where status = 1;
create index registrations_mobile on registrations (organisation_id, kind, mobile_digits, id) where status = 1;
create index registrations_unit on registrations (organisation_id, building_id, unit_key) where status = 1;
-- One index for each sort of their lists.
create index registrations_by_first_name on registrations (organisation_id, kind, first_name collate natural_order, id)
  include (status, property_id, building_id);
create index registrations_by_last_name on registrations (organisation_id, kind, last_name collate natural_order, id)
  include (status, property_id, building_id);
create index registrations_by_unit on registrations (organisation_id, kind, unit_number collate natural_order, id)
  include (status, property_id, building_id) where kind = 'resident';
create index registrations_by_place on registrations (organisation_id, property_id, building_id, id) include (status) where kind = 'resident';
create index registrations_by_courier on registrations (organisation_id, courier_id, id) include (status) where kind = 'agent';
create index registrations_by_status on registrations (organisation_id, kind, status, id) include (property_id, building_id);
create index registrations_by_time on registrations (organisation_id, kind, created_at, id) include (status, property_id, building_id);
create index registrations_by_verification on registrations (organisation_id, kind, (email_verified_at is not null), id)
  include (status, property_id, building_id);
create index registrations_text on registrations using gin (search_text gin_trgm_ops);
-- A resident registers for one property, an agent for several, which are the rows of the next table.
alter table registrations enable row level security;
alter table registrations force row level security;
create policy tenant on registrations
  using (organisation_id = (select app_organisation())
    and (property_id is null or (select app_every_property()) or property_id = any ((select app_properties())::uuid[])))
  with check (organisation_id = (select app_organisation())
    and (property_id is null or (select app_every_property()) or property_id = any ((select app_properties())::uuid[])));

create table registration_properties (
  organisation_id uuid not null, registration_id uuid not null, property_id uuid not null,
  primary key (organisation_id, registration_id, property_id),
  foreign key (organisation_id, registration_id) references registrations (organisation_id, id) on delete cascade,
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
create index registration_properties_property on registration_properties (organisation_id, property_id, registration_id);
select tenant_table('registration_properties');

-- Imports of residents: an uploaded or fetched file, its lines, and what became of them.
create table import_jobs (
  organisation_id uuid not null references organisations (id), id uuid not null,
  -- The properties of the user who uploaded the file; null is all. It is applied within them and seen by those who see them.
  property_ids uuid[],
  source text not null default 'Upload' check (source in ('Upload', 'Sftp', 'Ftp', 'Mailbox')),
  file_name text not null, file_size int not null,
  created_by uuid, created_by_name text not null, created_at timestamptz not null default now(),
  status text not null check (status in ('Checking', 'Ready', 'Applying', 'Done', 'Failed')),
  -- Why it failed: a packed message.
  failure text not null default '',
  -- The headings of the file, and the field that each was recognised as ('' for none).
  headings text[] not null default '{}', fields text[] not null default '{}',
  -- The last lines could not be read.
  is_truncated boolean not null default false,
  is_full_list boolean not null default false,
  -- The properties that the file names, as far as its lines were understood.
  named_property_ids uuid[] not null default '{}',
  -- The run that works on it.
  run_id uuid, touched_at timestamptz not null default now(),
  checked_at timestamptz, applied_at timestamptz, applied_by uuid, applied_by_name text not null default '',
  -- Bytes read of the file while it is checked, lines done while it is applied.
  progress int not null default 0,
  lines int not null default 0, new_lines int not null default 0, changed_lines int not null default 0,
  unchanged_lines int not null default 0, refused_lines int not null default 0,
  -- Residents who would move out if this is the full list, of how many; and those who did.
  moves_out int not null default 0, moves_out_of int not null default 0, moved_out int not null default 0,
  primary key (organisation_id, id)
);
create index import_jobs_by_time on import_jobs (organisation_id, created_at desc, id);
-- The list is in the order of the date it shows.
create index import_jobs_by_date on import_jobs (organisation_id, (coalesce(applied_at, created_at)), id);
alter table import_jobs enable row level security;
alter table import_jobs force row level security;
create policy tenant on import_jobs
  using (organisation_id = (select app_organisation())
    and ((select app_every_property()) or property_ids <@ (select app_properties())::uuid[]))
  with check (organisation_id = (select app_organisation())
    and ((select app_every_property()) or property_ids <@ (select app_properties())::uuid[]));

-- Files that are being received: each reserves its bytes of the organisation's quota, until it is stored or its row has expired.
create table import_uploads (
  organisation_id uuid not null references organisations (id), id uuid not null,
  bytes int not null, created_at timestamptz not null default now(),
  primary key (organisation_id, id)
);
select tenant_table('import_uploads');

-- The file as it was received, in pieces, until it is applied or discarded.
create table import_files (
  organisation_id uuid not null, import_id uuid not null, position int not null, bytes bytea not null,
  primary key (organisation_id, import_id, position),
  foreign key (organisation_id, import_id) references import_jobs (organisation_id, id) on delete cascade
);
select tenant_table('import_files');

-- The report: of each line the verdict, the reason of a refusal, names of columns and ids. Without a foreign key, which would be looked
-- up once for each line: the lines are deleted with their import by the program.
create table import_rows (
  organisation_id uuid not null, import_id uuid not null, line int not null,
  verdict text not null check (verdict in ('New', 'Changed', 'Unchanged', 'Refused')),
  reason text not null default '', changed text[] not null default '{}',
  -- The resident that the line creates or names.
  resident_id uuid,
  -- The residents whom a refused line may name, all those of its home: a full list does not move them out.
  excluded_ids uuid[],
  -- The values of a new or changed line by column, until it is applied.
  values jsonb,
  primary key (organisation_id, import_id, line)
);
create index import_rows_of_resident on import_rows (organisation_id, import_id, resident_id) where resident_id is not null;
select tenant_table('import_rows');

-- Residents who were moved out because a full list did not name them.
create table import_moves (
  organisation_id uuid not null, import_id uuid not null, resident_id uuid not null,
  primary key (organisation_id, import_id, resident_id),
  foreign key (organisation_id, import_id) references import_jobs (organisation_id, id) on delete cascade
);
select tenant_table('import_moves');

-- The headings of an organisation's files, and their fields.
create table import_headings (
  organisation_id uuid not null references organisations (id), heading text not null, field text not null,
  primary key (organisation_id, heading)
);
select tenant_table('import_headings');

-- Servers and mailboxes from which files of residents are fetched: at most one of each kind.
create table import_sources (
  organisation_id uuid not null references organisations, id uuid not null,
  kind text not null check (kind in ('Sftp', 'Ftp', 'Mailbox')),
  host text not null, port int, user_name text not null, password_encrypted bytea, path text not null,
  is_active boolean not null, uses_ssl boolean not null, fingerprint text not null, checks_fingerprint boolean not null,
  -- A run that fetches holds the source until then.
  held_until timestamptz,
  last_run_at timestamptz, last_failure text not null default '',
  primary key (organisation_id, id),
  unique (organisation_id, kind)
);
select tenant_table('import_sources');

-- What was fetched, each file once.
create table import_fetches (
  organisation_id uuid not null references organisations, id uuid not null,
  kind text not null, at timestamptz not null default now(),
  -- Its key on the server: a file's name, size and time, or a message of a mailbox.
  remote_key text not null,
  file_name text not null, bytes int not null, hash bytea,
  outcome text not null check (outcome in ('Imported', 'Repeated', 'Refused')),
  reason text not null default '',
  import_id uuid,
  -- When its report was sent.
  reported_at timestamptz,
  primary key (organisation_id, id)
);
create unique index import_fetches_once on import_fetches (organisation_id, file_name, bytes, hash) where outcome = 'Imported';
create index import_fetches_by_key on import_fetches (organisation_id, kind, remote_key);
create index import_fetches_by_time on import_fetches (organisation_id, at desc, id);
create index import_fetches_to_report on import_fetches (organisation_id, at) where reported_at is null;
select tenant_table('import_fetches');
