-- What was set of a locker bank; a setting without a row is its default, which the program's catalogue says.
create table locker_bank_settings (
  organisation_id uuid not null, locker_bank_id uuid not null, property_id uuid not null, name text not null, value text not null,
  primary key (organisation_id, locker_bank_id, name),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id)
);
select tenant_table('locker_bank_settings', 'property_id');

-- The version that the bank's kiosk says it works with; 0 for none.
alter table locker_banks add column config_version int not null default 0;
