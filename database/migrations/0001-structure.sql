-- The house: tenancy, organisations and their structure, people, locker banks, sign-ins.
-- Every tenant table has (organisation_id, id) as its key and composite foreign keys, so that no row can point into
-- another organisation, and a policy that is forced on the owner too.

create extension if not exists pg_trgm;
-- Under row-level security an index serves only a leakproof operator, and ilike's function is not marked so. Whoever set
-- the database up may mark it; where nobody may (hosted databases) a search for a part of a word reads more rows.
do $$ begin
  alter function texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'texticlike stays as it is: a search for a part of a word will be slower';
end $$;

-- Who the transaction works for. Unset or empty is nobody; '*' is every property; otherwise a comma list of ids.
create function app_organisation() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.organisation_id', true), '')::uuid $$;
create function app_every_property() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.property_ids', true), '') = '*' $$;
create function app_properties() returns uuid[] language sql stable parallel safe
  as $$ select case when coalesce(current_setting('app.property_ids', true), '') in ('', '*') then '{}'::uuid[]
                    else string_to_array(current_setting('app.property_ids', true), ',')::uuid[] end $$;

-- Closes a table: its rows belong to the organisation and, where `scope` names a column, to one of its properties.
create function tenant_table(name text, scope text default null) returns void language plpgsql as $$
declare
  rule text := 'organisation_id = (select app_organisation())';
begin
  if scope is not null then
    rule := rule || format(' and ((select app_every_property()) or %I = any ((select app_properties())::uuid[]))', scope);
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I using (%s) with check (%s)', name, rule, rule);
end $$;

-- Names are read by people: numbers in them sort as numbers, case does not matter first.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

create table organisations (
  id uuid primary key,
  organisation_id uuid not null generated always as (id) stored,
  name text not null,
  system_name text not null unique check (system_name = lower(system_name)),
  description text not null default '',
  time_zone text not null,
  culture text not null default 'en-US',
  is_active boolean not null default true,
  is_super_admin boolean not null default false,
  created_at timestamptz not null default now()
);
-- The door of what belongs to no tenant yet opens this table alone, and only from inside the functions below.
alter table organisations enable row level security;
alter table organisations force row level security;
create policy tenant on organisations
  using (id = (select app_organisation()) or (select coalesce(current_setting('app.door', true), '')) = 'organisations')
  with check (id = (select app_organisation()));

-- plpgsql with set_config, because a function's own SET of such a name is allowed to superusers only.
create function door_organisations() returns table (id uuid, name text, system_name text, is_active boolean, is_super_admin boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.door', 'organisations', true);
  return query select o.id, o.name, o.system_name, o.is_active, o.is_super_admin from organisations o order by o.name, o.id;
  perform set_config('app.door', '', true);
end $$;
create function door_organisation(wanted text) returns table (id uuid, name text, system_name text, is_active boolean, is_super_admin boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.door', 'organisations', true);
  return query select o.id, o.name, o.system_name, o.is_active, o.is_super_admin from organisations o where o.system_name = lower(trim(wanted));
  perform set_config('app.door', '', true);
end $$;

create table regions (
  organisation_id uuid not null references organisations (id), id uuid not null,
  name text not null, description text not null default '', deleted_at timestamptz,
  primary key (organisation_id, id)
);
select tenant_table('regions');

create table properties (
  organisation_id uuid not null references organisations (id), id uuid not null,
  region_id uuid, name text not null, external_code text not null, description text not null default '',
  time_zone text not null, address text not null, deleted_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, region_id) references regions (organisation_id, id)
);
create unique index properties_code on properties (organisation_id, lower(external_code)) where deleted_at is null;
select tenant_table('properties', 'id');

create table property_settings (
  organisation_id uuid not null, property_id uuid not null, name text not null, value text not null,
  primary key (organisation_id, property_id, name),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
select tenant_table('property_settings', 'property_id');

create table buildings (
  organisation_id uuid not null, id uuid not null, property_id uuid not null,
  name text not null, address text not null default '', description text not null default '', deleted_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, property_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
select tenant_table('buildings', 'property_id');

create table mailrooms (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  name text not null, address text not null default '', description text not null default '',
  is_active boolean not null default true, deleted_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, building_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id)
);
select tenant_table('mailrooms', 'property_id');

create table couriers (
  organisation_id uuid not null references organisations (id), id uuid not null,
  name text not null, description text not null default '', sort_order int not null default 0,
  is_dry_cleaning boolean not null default false, deleted_at timestamptz,
  primary key (organisation_id, id)
);
select tenant_table('couriers');

create table portal_users (
  organisation_id uuid not null references organisations (id), id uuid not null,
  first_name text not null, last_name text not null, email text not null, phone_number text not null default '',
  role_id smallint not null, password_hash text not null, is_active boolean not null default true,
  created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id)
);
-- The e-mail is the user name.
create unique index portal_users_name on portal_users (organisation_id, lower(email)) where deleted_at is null;
select tenant_table('portal_users');

create table portal_user_properties (
  organisation_id uuid not null, portal_user_id uuid not null, property_id uuid not null,
  primary key (organisation_id, portal_user_id, property_id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
select tenant_table('portal_user_properties');

create table agents (
  organisation_id uuid not null references organisations (id), id uuid not null, courier_id uuid not null,
  role_id smallint not null check (role_id in (6, 7, 9)),
  first_name text not null, last_name text not null, email text not null, mobile_phone text not null default '',
  is_active boolean not null default true, created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, courier_id) references couriers (organisation_id, id)
);
select tenant_table('agents');

create table agent_properties (
  organisation_id uuid not null, agent_id uuid not null, property_id uuid not null,
  primary key (organisation_id, agent_id, property_id),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
select tenant_table('agent_properties');

-- Who may sign in at a terminal: an agent, or a portal user with a kiosk login. One namespace of names (decisions "People").
create table kiosk_logins (
  organisation_id uuid not null references organisations (id), id uuid not null,
  user_name text not null, pin_hash text not null, agent_id uuid, portal_user_id uuid,
  wrong_pins int not null default 0, is_locked boolean not null default false,
  primary key (organisation_id, id),
  check (num_nonnulls(agent_id, portal_user_id) = 1),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
create unique index kiosk_logins_name on kiosk_logins (organisation_id, lower(user_name));
create unique index kiosk_logins_agent on kiosk_logins (organisation_id, agent_id) where agent_id is not null;
create unique index kiosk_logins_portal_user on kiosk_logins (organisation_id, portal_user_id) where portal_user_id is not null;
select tenant_table('kiosk_logins');

create table residents (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  unit_number text not null, first_name text not null, last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  email text not null default '', mobile_phone text not null default '', phone1 text not null default '', phone2 text not null default '',
  address text not null default '', occupancy_status smallint not null default 1,
  is_active boolean not null default true, is_out_of_town boolean not null default false,
  is_disabled boolean not null default false, has_opted_out boolean not null default false,
  is_email_notification_enabled boolean not null default true, is_sms_notification_enabled boolean not null default true,
  -- The code can be sent again, so it is kept encrypted; it is found by its keyed hash.
  access_code_encrypted bytea, access_code_hash bytea,
  created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id)
);
create unique index residents_access_code on residents (organisation_id, property_id, access_code_hash) where access_code_hash is not null;
create index residents_unit on residents (organisation_id, property_id, lower(unit_number));
create index residents_last_name on residents (organisation_id, property_id, lower(last_name) text_pattern_ops);
select tenant_table('residents', 'property_id');

create table locker_banks (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null, mailroom_id uuid,
  name text not null, code text not null, description text not null default '', address text not null,
  is_active boolean not null default true, relay_end_point_name text not null default '',
  beacon_major text not null default '', beacon_minor text not null default '',
  is_online boolean not null default false, last_heart_beat timestamptz, app_version text not null default '',
  layout_version int not null default 0,
  created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, property_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id),
  foreign key (organisation_id, building_id, mailroom_id) references mailrooms (organisation_id, building_id, id)
);
create unique index locker_banks_code on locker_banks (organisation_id, lower(code)) where deleted_at is null;
create index locker_banks_building on locker_banks (organisation_id, building_id);
select tenant_table('locker_banks', 'property_id');

-- A bank's credentials. The secret is encrypted beside its hash because its key file can be exported again.
create table api_keys (
  organisation_id uuid not null, id uuid not null, locker_bank_id uuid not null, property_id uuid not null,
  secret_hash bytea not null, secret_encrypted bytea not null, created_at timestamptz not null default now(),
  primary key (organisation_id, id),
  unique (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('api_keys', 'property_id');

create table locker_columns (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  position int not null, name text not null,
  primary key (organisation_id, id),
  unique (organisation_id, locker_bank_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('locker_columns', 'property_id');

create table lockers (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null, column_id uuid not null,
  position int not null, name text not null,
  locker_type text not null default 'locker' check (locker_type in ('locker', 'terminal')),
  size smallint not null, locker_mode smallint not null default 0, is_dda_reserved boolean not null default false,
  -- What staff or the door said. Occupied and Available are not said, they follow the packages.
  condition text not null default 'good' check (condition in ('good', 'dirty', 'flagged', 'disabled')),
  device_serial text,
  live_packages int not null default 0 check (live_packages >= 0),
  reservation_id uuid, reserved_until timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, locker_bank_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id),
  foreign key (organisation_id, locker_bank_id, column_id) references locker_columns (organisation_id, locker_bank_id, id)
);
create unique index lockers_name on lockers (organisation_id, locker_bank_id, lower(name));
create unique index lockers_device on lockers (organisation_id, locker_bank_id, device_serial) where device_serial is not null;
select tenant_table('lockers', 'property_id');

-- Kept, not counted: a dashboard asks for these every minute on every open screen.
create table locker_bank_counts (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  capacity int not null default 0, occupied int not null default 0, available int not null default 0,
  primary key (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('locker_bank_counts', 'property_id');

-- Keeps a table's numbers: after every insert, update and delete on `source` runs `keep`, a statement that reads
-- `changed_rows` (the rows with `by`: 1 for one that came, -1 for one that went). Once a statement and, by its own
-- order by, in key order, so that two transactions that touch the same numbers wait for, and never block, each other.
create function keep_numbers(source text, keep text) returns void language plpgsql as $$
declare
  event text; seen text; tables text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    select case event when 'insert' then 'select *, 1 as by from came'
                      when 'delete' then 'select *, -1 as by from went'
                      else 'select *, 1 as by from came union all select *, -1 from went' end,
           case event when 'insert' then 'new table as came' when 'delete' then 'old table as went'
                      else 'new table as came old table as went' end into seen, tables;
    execute format('create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$',
      source || '_' || event || '_counts', replace(keep, 'changed_rows', '(' || seen || ')'));
    execute format('create trigger counts_%s after %s on %I referencing %s for each statement execute function %I()',
      event, event, source, tables, source || '_' || event || '_counts');
  end loop;
end $$;

-- Available and occupied say nothing of a locker that is dirty, flagged, disabled or opened by no device; a terminal is no locker.
select keep_numbers('lockers', $keep$
  insert into locker_bank_counts as c (organisation_id, property_id, locker_bank_id, capacity, occupied, available)
  select * from (
    select organisation_id, property_id, locker_bank_id, sum(by) as capacity,
           coalesce(sum(by) filter (where condition = 'good' and device_serial is not null and live_packages > 0), 0) as occupied,
           coalesce(sum(by) filter (where condition = 'good' and device_serial is not null and live_packages = 0), 0) as available
    from changed_rows as changed where locker_type = 'locker' and locker_mode <> -1
    group by 1, 2, 3
  ) as difference
  -- A reservation changes none of them and must not wait for whoever does.
  where (capacity, occupied, available) <> (0, 0, 0) order by organisation_id, locker_bank_id
  on conflict (organisation_id, locker_bank_id) do update set
    capacity = c.capacity + excluded.capacity, occupied = c.occupied + excluded.occupied, available = c.available + excluded.available
$keep$);

-- Sign-ins: a family of rotating refresh tokens; only hashes are kept.
create table sign_ins (
  organisation_id uuid not null references organisations (id), id uuid not null,
  portal_user_id uuid not null, created_at timestamptz not null default now(), expires_at timestamptz not null, ended_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
create index sign_ins_user on sign_ins (organisation_id, portal_user_id);
select tenant_table('sign_ins');

create table refresh_tokens (
  organisation_id uuid not null, token_hash bytea not null, sign_in_id uuid not null, used_at timestamptz,
  primary key (organisation_id, token_hash),
  foreign key (organisation_id, sign_in_id) references sign_ins (organisation_id, id)
);
select tenant_table('refresh_tokens');

create table password_resets (
  organisation_id uuid not null, id uuid not null, portal_user_id uuid not null, token_hash bytea not null,
  expires_at timestamptz not null, used_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
select tenant_table('password_resets');

create table idempotency_keys (
  organisation_id uuid not null references organisations (id), user_id uuid not null, operation text not null, key text not null,
  request_hash bytea not null, reply jsonb, created_at timestamptz not null default now(),
  primary key (organisation_id, user_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (organisation_id, created_at);
select tenant_table('idempotency_keys');

-- Who did what: appended to, never changed (grants.sql gives no update or delete).
create table audit (
  organisation_id uuid not null references organisations (id), id uuid not null, at timestamptz not null default now(),
  actor_id uuid, actor_name text not null, action text not null, subject_id uuid, detail jsonb not null default '{}',
  primary key (organisation_id, id)
);
create index audit_subject on audit (organisation_id, subject_id, at desc);
select tenant_table('audit');

-- Mail that is to go out. A job holds the id alone.
create table mails (
  organisation_id uuid not null references organisations (id), id uuid not null, to_address text not null, subject text not null, body text not null,
  created_at timestamptz not null default now(), sent_at timestamptz,
  primary key (organisation_id, id)
);
select tenant_table('mails');

-- The limiter's own table (rate-limiter-flexible): keys are hashes, no tenant.
create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);
