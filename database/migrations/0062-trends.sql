-- Numbers of each place and local day, kept so that pictures over months cost no more than their days.
create table package_days (
  organisation_id uuid not null, property_id uuid not null,
  -- A locker bank or a mailroom.
  place_id uuid not null,
  day date not null,
  dropped_off int not null, collected int not null, recovered int not null, expired int not null,
  -- Collected packages by the time they waited: features/trends/contract.ts has the limits.
  waited int[] not null,
  primary key (organisation_id, property_id, place_id, day),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
create index package_days_by_day on package_days (organisation_id, day);
select tenant_table('package_days', 'property_id');

-- The fullest state of each size of a locker bank in each hour.
create table locker_hours (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  hour timestamptz not null,
  size int not null,
  occupied int not null, lockers int not null,
  primary key (organisation_id, locker_bank_id, hour, size),
  foreign key (organisation_id, locker_bank_id) references locker_banks (organisation_id, id)
);
create index locker_hours_by_property on locker_hours (organisation_id, property_id, hour);
select tenant_table('locker_hours', 'property_id');
