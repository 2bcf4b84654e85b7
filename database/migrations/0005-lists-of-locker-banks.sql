-- What the list of locker banks is sorted by. A sort by building or property goes along its names and takes each one's banks.
create index locker_banks_name on locker_banks (organisation_id, name collate natural_order, id) where deleted_at is null;
create index locker_banks_app_version on locker_banks (organisation_id, app_version collate natural_order, id) where deleted_at is null;
create index buildings_name on buildings (organisation_id, name collate natural_order, id);
create index properties_name on properties (organisation_id, name collate natural_order, id);
