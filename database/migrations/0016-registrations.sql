-- Who registered themselves, as a resident or as an agent, and waits for somebody to approve it.
create table registrations (
  organisation_id uuid not null references organisations (id), id uuid not null,
  kind text not null check (kind in ('resident', 'agent')),
  -- 1 pending, 2 approved, 3 rejected (decisions "Registration statuses").
  status smallint not null default 1 check (status in (1, 2, 3)),
  first_name text not null, last_name text not null, email text not null, phone_number text not null,
  -- What mails to them are written in.
  language text not null,
  created_at timestamptz not null default now(),
  -- The link of the verification's mail is found by its keyed hash.
  token_hash bytea not null, token_expires_at timestamptz not null, email_verified_at timestamptz,
  comments text not null default '',
  -- A super administrator may be of another organisation.
  reviewer_id uuid, reviewer_name text not null default '', decided_at timestamptz,
  -- Of a resident.
  property_id uuid, building_id uuid, unit_number text not null default '',
  phone1 text not null default '', phone2 text not null default '', is_dda boolean not null default false, resident_id uuid,
  -- Of an agent. The hash of the PIN goes when it is decided.
  courier_id uuid, role_id smallint check (role_id in (6, 7, 9)), user_name text not null default '', pin_hash text, agent_id uuid,
  primary key (organisation_id, id),
  check (case kind when 'resident' then property_id is not null and building_id is not null and num_nonnulls(courier_id, role_id, pin_hash, agent_id) = 0
                   else courier_id is not null and role_id is not null and num_nonnulls(property_id, building_id, resident_id) = 0 end),
  check ((status = 1) = (decided_at is null) and (status = 1 or pin_hash is null)),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id),
  foreign key (organisation_id, courier_id) references couriers (organisation_id, id),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id)
);
create unique index registrations_token on registrations (organisation_id, token_hash);
create index registrations_submitted on registrations (organisation_id, kind, status, created_at, id);
create index registrations_resident on registrations (organisation_id, resident_id) where resident_id is not null;
-- A resident registers for one property, an agent for several: those are told below.
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

-- Answers to captchas that were taken, until they would have expired anyway: none is taken twice.
create table captcha_answers (
  organisation_id uuid not null references organisations (id), answer_hash bytea not null, expires_at timestamptz not null,
  primary key (organisation_id, answer_hash)
);
select tenant_table('captcha_answers');
