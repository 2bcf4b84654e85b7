-- What a bank's cabinet answered when its devices were last looked for. Rows, because any node serves the next request.
alter table locker_banks add column devices_found_at timestamptz;

create table devices (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null, serial_number text not null,
  primary key (organisation_id, locker_bank_id, serial_number),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('devices', 'property_id');
