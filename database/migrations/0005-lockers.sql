-- Locker banks with their lockers and counters, their kiosks, alerts, and openings from the portal.

create table locker_banks (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null, mailroom_id uuid,
  name text not null, code text not null, description text not null default '', address text not null,
  is_active boolean not null default true, relay_end_point_name text not null default '',
  beacon_major text not null default '', beacon_minor text not null default '',
  layout_version int not null default 0,
  -- The kiosk reports how often it sends a heartbeat; the bank is OFFLINE after three that did not come.
  is_online boolean not null default false, last_heart_beat timestamptz, heartbeat_seconds int not null default 30,
  app_version text not null default '',
  -- The version of the configuration that the kiosk reports; 0 for none.
  config_version int not null default 0,
  -- The version of the theme that the terminal shows; null for a program that does not report it.
  theme_version integer,
  devices_found_at timestamptz,
  created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, property_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id),
  foreign key (organisation_id, building_id, mailroom_id) references mailrooms (organisation_id, building_id, id)
);
create unique index locker_banks_code on locker_banks (organisation_id, lower(code)) where deleted_at is null;
create index locker_banks_building on locker_banks (organisation_id, building_id);
create index locker_banks_name on locker_banks (organisation_id, name collate natural_order, id) where deleted_at is null;
create index locker_banks_app_version on locker_banks (organisation_id, app_version collate natural_order, id) where deleted_at is null;
select tenant_table('locker_banks', 'property_id');

-- The organisation of a locker bank: a message of a kiosk names its bank only by the topic, which the broker has checked. A table of its
-- own, because a condition for untenanted queries in the policy of locker_banks would keep every other query there from its index.
create table locker_bank_owners (
  organisation_id uuid not null, locker_bank_id uuid not null unique, property_id uuid not null,
  primary key (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
    on update cascade on delete cascade
);
alter table locker_bank_owners enable row level security;
alter table locker_bank_owners force row level security;
create policy tenant on locker_bank_owners
  using (organisation_id = (select app_organisation())
    or (select coalesce(current_setting('app.untenanted', true), '')) = 'locker banks')
  with check (organisation_id = (select app_organisation()));
create function locker_bank_owned() returns trigger language plpgsql as $$
begin
  insert into locker_bank_owners (organisation_id, locker_bank_id, property_id) values (new.organisation_id, new.id, new.property_id);
  return null;
end $$;
create trigger owned after insert on locker_banks for each row execute function locker_bank_owned();
create function locker_bank_owner(bank_id uuid) returns table (organisation_id uuid, property_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.untenanted', 'locker banks', true);
  return query select o.organisation_id, o.property_id from locker_bank_owners o where o.locker_bank_id = bank_id;
  perform set_config('app.untenanted', '', true);
end $$;

-- Settings of a locker bank that differ from their defaults.
create table locker_bank_settings (
  organisation_id uuid not null, locker_bank_id uuid not null, property_id uuid not null, name text not null, value text not null,
  primary key (organisation_id, locker_bank_id, name),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('locker_bank_settings', 'property_id');

-- A bank's credentials. The secret is encrypted beside its hash because its key file can be exported again.
create table api_keys (
  organisation_id uuid not null, id uuid not null, locker_bank_id uuid not null, property_id uuid not null,
  secret_hash bytea not null, secret_encrypted bytea not null, created_at timestamptz not null default now(),
  primary key (organisation_id, id),
  unique (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('api_keys', 'property_id');

-- The devices that the cabinet reported at the last search. Rows, because any node serves the next request.
create table devices (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null, serial_number text not null,
  primary key (organisation_id, locker_bank_id, serial_number),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('devices', 'property_id');

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
  search_text text not null generated always as (fold_text(' ' || name)) stored,
  locker_type text not null default 'locker' check (locker_type in ('locker', 'terminal')),
  size smallint not null, locker_mode smallint not null default 0, is_dda_reserved boolean not null default false,
  -- Set by staff or by the door. Occupied and Available are not conditions, they follow from the packages.
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
create index lockers_text on lockers using gin (search_text gin_trgm_ops);
select tenant_table('lockers', 'property_id');

-- Maintained, not counted: a dashboard reads them every minute on every open screen.
create table locker_bank_counts (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  capacity int not null default 0, occupied int not null default 0, available int not null default 0,
  primary key (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('locker_bank_counts', 'property_id');

-- Available and occupied count no locker that is dirty, flagged, disabled or without a device; a terminal is no locker.
select keep_numbers('lockers', $keep$
  insert into locker_bank_counts as c (organisation_id, property_id, locker_bank_id, capacity, occupied, available)
  select * from (
    select organisation_id, property_id, locker_bank_id, sum(by) as capacity,
           coalesce(sum(by) filter (where condition = 'good' and device_serial is not null and live_packages > 0), 0) as occupied,
           coalesce(sum(by) filter (where condition = 'good' and device_serial is not null and live_packages = 0), 0) as available
    from changed_rows as changed where locker_type = 'locker' and locker_mode <> -1
    group by 1, 2, 3
  ) as difference
  -- A reservation changes none of them and must not wait for other transactions that do.
  where (capacity, occupied, available) <> (0, 0, 0) order by organisation_id, locker_bank_id
  on conflict (organisation_id, locker_bank_id) do update set
    capacity = c.capacity + excluded.capacity, occupied = c.occupied + excluded.occupied, available = c.available + excluded.available
$keep$);

-- The last published configuration, in full: it is sent to the kiosk, which also requests it when it starts.
create table kiosk_configs (
  organisation_id uuid not null, locker_bank_id uuid not null, property_id uuid not null,
  version int not null, content jsonb not null, published_at timestamptz not null,
  primary key (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('kiosk_configs', 'property_id');

create table kiosk_commands (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kind text not null, locker_id uuid, device_serial text,
  state text not null default 'sent'
    check (state in ('sent', 'acknowledged', 'expired', 'opened', 'not-detected', 'done', 'refused')),
  reason text,
  -- What follows when the door is open (a package's status that staff want): the event of the kiosk applies it, not the request.
  intent jsonb,
  user_id uuid, user_name text not null,
  created_at timestamptz not null, expires_at timestamptz not null, answered_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id),
  foreign key (organisation_id, locker_bank_id, locker_id) references lockers (organisation_id, locker_bank_id, id)
    on delete set null (locker_id)
);
create index kiosk_commands_open on kiosk_commands (organisation_id, expires_at) where state in ('sent', 'acknowledged');
create index kiosk_commands_locker on kiosk_commands (organisation_id, locker_id, created_at desc);
-- The history of a locker bank lists openings from the portal.
create index kiosk_commands_opened on kiosk_commands (organisation_id, locker_bank_id, created_at desc) where state = 'opened';
select tenant_table('kiosk_commands', 'property_id');

-- Every event of a kiosk, once: the key is the id that the kiosk made.
create table kiosk_events (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kind text not null, at timestamptz not null, received_at timestamptz not null,
  -- The locker's id as the kiosk sent it; the locker may have been removed from the layout since.
  locker_id uuid,
  -- refused: by a rule; parked: failed too often; unknown: not understood. All are kept for a person to read.
  outcome text not null check (outcome in ('applied', 'refused', 'parked', 'unknown')),
  reason text, body jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
create index kiosk_events_locker on kiosk_events (organisation_id, locker_id, at desc);
create index kiosk_events_unapplied on kiosk_events (organisation_id, received_at) where outcome in ('refused', 'parked', 'unknown');
select tenant_table('kiosk_events', 'property_id');

-- Sessions at terminals.
create table kiosk_sessions (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kiosk_login_id uuid not null, started_at timestamptz not null, expires_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id),
  foreign key (organisation_id, kiosk_login_id) references kiosk_logins (organisation_id, id) on delete cascade
);
create index kiosk_sessions_login on kiosk_sessions (organisation_id, kiosk_login_id);
select tenant_table('kiosk_sessions', 'property_id');

-- Wrong PINs and codes by terminal: each further one is answered later. `subject` is a keyed hash, because a name can be personal.
create table kiosk_delays (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null, subject bytea not null,
  wrong int not null, last_at timestamptz not null, blocked_until timestamptz not null,
  primary key (organisation_id, locker_bank_id, subject),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('kiosk_delays', 'property_id');

-- States that staff should learn of before residents report them, from their beginning to their end.
create table alerts (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kind text not null check (kind in (
    'offline', 'door-open', 'nearly-full', 'drop-off-refused', 'event-refused', 'codes-tried', 'pins-tried', 'login-locked',
    'openings-limited'
  )),
  -- The part of the bank: the serial number of a door's device, a size of lockers; empty for the bank itself.
  subject text not null default '',
  -- The name that the door's locker had at the beginning.
  locker_name text,
  -- Why an event could not be recorded, in the rule's words; null when the server failed.
  reason text,
  began_at timestamptz not null,
  -- Since when the state seems to be over; the alert ends when it has seemed so for long enough.
  back_at timestamptz, ended_at timestamptz,
  -- Who ended it; null for an alert that ended by itself.
  ended_by_id uuid, ended_by_name text,
  -- When its e-mails were put into the outbox.
  notified_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
-- One alert for each state, by whatever it is noticed and however often; the index also finds the open ones.
create unique index alerts_open on alerts (organisation_id, locker_bank_id, kind, subject) where ended_at is null;
create index alerts_ended on alerts (organisation_id, ended_at desc, id desc) where ended_at is not null;
create index alerts_ended_by_staff on alerts (organisation_id, locker_bank_id, ended_at desc) where ended_by_name is not null;
select tenant_table('alerts', 'property_id');

-- Since when a node has been looking for alerts without a break: a kiosk that was silent while no node was running was not offline.
create table alert_watches (
  organisation_id uuid primary key references organisations (id), since timestamptz not null, seen_at timestamptz not null
);
select tenant_table('alert_watches');

-- Remote openings are doors that a person opens from the portal or the API, not at the terminal. An organisation's limits, and its
-- stop: each opening locks this row, so that all nodes count one after the other.
create table opening_controls (
  organisation_id uuid primary key references organisations (id),
  person_per_minute int not null default 10 check (person_per_minute > 0),
  person_per_hour int not null default 40 check (person_per_hour >= person_per_minute),
  organisation_per_minute int not null default 60 check (organisation_per_minute > 0),
  organisation_per_hour int not null default 400 check (organisation_per_hour >= organisation_per_minute),
  -- Since when no door may be opened remotely, and who stopped it.
  stopped_at timestamptz, stopped_by_id uuid, stopped_by_name text
);
select tenant_table('opening_controls');
create function add_opening_controls() returns trigger language plpgsql as $$
begin
  insert into opening_controls (organisation_id) values (new.id);
  return null;
end $$;
create trigger opening_controls after insert on organisations for each row execute function add_opening_controls();

-- The openings that count, by the id of their command. Not by property: the limits are of the whole organisation.
create table openings (
  organisation_id uuid not null references organisations (id), id uuid not null,
  user_id uuid not null, at timestamptz not null,
  primary key (organisation_id, id)
);
create index openings_of_organisation on openings (organisation_id, at desc);
create index openings_of_person on openings (organisation_id, user_id, at desc);
select tenant_table('openings');

-- The sign-ins that were refused at a limit. Each must confirm the password before its next opening.
create table opening_excesses (
  organisation_id uuid not null references organisations (id), sign_in_id uuid not null,
  user_id uuid not null, at timestamptz not null,
  primary key (organisation_id, sign_in_id)
);
select tenant_table('opening_excesses');
