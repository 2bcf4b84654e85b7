-- Remote openings: doors that a person opens from the portal or the API, not at the terminal.

-- An organisation's limits, and its brake. Each opening locks this row, so that all nodes count one after the other.
create table opening_controls (
  organisation_id uuid primary key references organisations (id),
  person_per_minute int not null default 10 check (person_per_minute > 0),
  person_per_hour int not null default 40 check (person_per_hour >= person_per_minute),
  organisation_per_minute int not null default 60 check (organisation_per_minute > 0),
  organisation_per_hour int not null default 400 check (organisation_per_hour >= organisation_per_minute),
  -- Since when no door may be opened remotely, and who stopped it.
  stopped_at timestamptz, stopped_by_id uuid, stopped_by_name text
);
insert into opening_controls (organisation_id) select id from all_organisations();
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

-- When the password of this sign-in was entered last.
alter table sign_ins add column confirmed_at timestamptz not null default clock_timestamp();

alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in (
    'offline', 'door-open', 'nearly-full', 'drop-off-refused', 'event-refused', 'codes-tried', 'pins-tried', 'login-locked',
    'openings-limited'
  ));
