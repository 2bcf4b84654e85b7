-- Every column that a list shows can be sorted by. Residents are sorted by their place through the names of buildings and properties
-- (indexes of 0005), and by their status, in the order of `residentStatus`: its occupancy, else inactive.
alter table residents add column status_order smallint not null
  generated always as (case when is_active or occupancy_status = 3 then occupancy_status else 4 end) stored;
create index residents_by_place on residents (organisation_id, property_id, building_id, id) include (facet) where deleted_at is null;
create index residents_by_status on residents (organisation_id, status_order, id)
  include (property_id, building_id, facet) where deleted_at is null;

-- Lists of registrations: one index for each sort.
create index registrations_by_first_name on registrations (organisation_id, kind, first_name collate natural_order, id)
  include (status, property_id, building_id);
create index registrations_by_last_name on registrations (organisation_id, kind, last_name collate natural_order, id)
  include (status, property_id, building_id);
create index registrations_by_unit on registrations (organisation_id, kind, unit_number collate natural_order, id)
  include (status, property_id, building_id) where kind = 'resident';
create index registrations_by_place on registrations (organisation_id, property_id, building_id, id) include (status) where kind = 'resident';
create index registrations_by_courier on registrations (organisation_id, courier_id, id) include (status) where kind = 'agent';
create index registrations_by_status on registrations (organisation_id, kind, status, id) include (property_id, building_id);
create index registrations_by_time on registrations (organisation_id, kind, created_at, id) include (status, property_id, building_id);
create index registrations_by_verification on registrations (organisation_id, kind, (email_verified_at is not null), id)
  include (status, property_id, building_id);

create index couriers_description on couriers (organisation_id, ("left"(description, 100)) collate natural_order, id)
  where deleted_at is null;

-- The list of imports is in the order of the date it shows.
create index import_jobs_by_date on import_jobs (organisation_id, (coalesce(applied_at, created_at)), id);
