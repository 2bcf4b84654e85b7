-- What staff are to hear of before residents tell them, from its beginning until it is over.
create table alerts (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  kind text not null check (kind in ('offline', 'door-open', 'nearly-full')),
  -- What of the bank: the serial number of a door's device, a size of lockers; empty for the bank itself.
  subject text not null default '',
  -- The door's locker, as it was called then.
  locker_name text,
  began_at timestamptz not null,
  -- Since when it looks as if it were over; it is when it has looked so for long enough.
  back_at timestamptz, ended_at timestamptz,
  -- When its mails were put into the outbox.
  told_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
-- One alert an event, whoever notices it and however often; it also finds the open ones.
create unique index alerts_open on alerts (organisation_id, locker_bank_id, kind, subject) where ended_at is null;
create index alerts_ended on alerts (organisation_id, ended_at desc, id desc) where ended_at is not null;
select tenant_table('alerts', 'property_id');

-- Since when somebody has been looking for alerts without a break: what was silent while nobody listened is no outage.
create table alert_watches (
  organisation_id uuid primary key references organisations (id), since timestamptz not null, seen_at timestamptz not null
);
select tenant_table('alert_watches');
