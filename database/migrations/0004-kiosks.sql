-- Kiosks: what they were told, what they said, who signs in at them.

-- A kiosk says how often it beats; the bank is OFFLINE after three beats that did not come.
alter table locker_banks add column heartbeat_seconds int not null default 30;

-- A message names its bank by the topic alone, which the broker has checked. This finds whose it is; a table of its own,
-- because a door in the policy of locker_banks would keep every other query there from its index.
create table locker_bank_owners (
  organisation_id uuid not null, locker_bank_id uuid not null unique, property_id uuid not null,
  primary key (organisation_id, locker_bank_id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
    on update cascade on delete cascade
);
alter table locker_bank_owners enable row level security;
alter table locker_bank_owners force row level security;
create policy tenant on locker_bank_owners
  using (organisation_id = (select app_organisation()) or (select coalesce(current_setting('app.door', true), '')) = 'locker banks')
  with check (organisation_id = (select app_organisation()));
create function locker_bank_owned() returns trigger language plpgsql as $$
begin
  insert into locker_bank_owners (organisation_id, locker_bank_id, property_id) values (new.organisation_id, new.id, new.property_id);
  return null;
end $$;
create trigger owned after insert on locker_banks for each row execute function locker_bank_owned();
create function door_locker_bank(wanted uuid) returns table (organisation_id uuid, property_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.door', 'locker banks', true);
  return query select o.organisation_id, o.property_id from locker_bank_owners o where o.locker_bank_id = wanted;
  perform set_config('app.door', '', true);
end $$;

-- What was published last, in full: the kiosk is sent this and asks for it when it starts.
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
  -- What the opened door means (a package's status wanted by staff): the kiosk's event applies it, not the request.
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
select tenant_table('kiosk_commands', 'property_id');

-- Every event a kiosk told, once: the key is the id that the kiosk made.
create table kiosk_events (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kind text not null, at timestamptz not null, received_at timestamptz not null,
  -- The locker's id as the kiosk said it; a locker may have been taken out of the layout since.
  locker_id uuid,
  -- refused: understood and turned down; parked: failed too often; unknown: not understood. All are kept for a person.
  outcome text not null check (outcome in ('applied', 'refused', 'parked', 'unknown')),
  reason text, body jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
create index kiosk_events_locker on kiosk_events (organisation_id, locker_id, at desc);
create index kiosk_events_unapplied on kiosk_events (organisation_id, received_at) where outcome in ('refused', 'parked', 'unknown');
select tenant_table('kiosk_events', 'property_id');

-- Who is signed in at a terminal.
create table kiosk_sessions (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kiosk_login_id uuid not null, started_at timestamptz not null, expires_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id),
  foreign key (organisation_id, kiosk_login_id) references kiosk_logins (organisation_id, id) on delete cascade
);
create index kiosk_sessions_login on kiosk_sessions (organisation_id, kiosk_login_id);
select tenant_table('kiosk_sessions', 'property_id');

-- Wrong PINs and codes by terminal: each further one is looked at later. `subject` is a keyed hash, a name can be personal.
create table kiosk_delays (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null, subject bytea not null,
  wrong int not null, last_at timestamptz not null, blocked_until timestamptz not null,
  primary key (organisation_id, locker_bank_id, subject),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('kiosk_delays', 'property_id');
