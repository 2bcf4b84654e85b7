-- Lists of residents are plain queries: one index for each offered sort, which also holds what a list is filtered by, so that a
-- filter is checked without reading the table; one for parts of texts; one each for units and e-mail addresses.
drop index residents_by_last_name, residents_by_first_name, residents_by_unit;
drop index residents_all_by_last_name, residents_all_by_first_name, residents_all_by_unit;
alter table residents drop column last_name_key;
drop index residents_name, residents_unit, residents_email, residents_mobile, residents_hold_until, residents_text;

create index residents_by_last_name on residents (organisation_id, by_last_name collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
create index residents_by_first_name on residents (organisation_id, full_name collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
create index residents_by_unit on residents (organisation_id, by_unit collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
create index residents_unit on residents (organisation_id, unit_key, building_id) include (id, property_id, is_active, unit_number)
  where deleted_at is null;
create index residents_email on residents (organisation_id, email_key) include (id, property_id, is_active) where deleted_at is null;
create index residents_text on residents
  using gin (organisation_id, property_id, first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, mobile_digits)
  with (gin_pending_list_limit = 256);

-- Lists of packages are plain queries too, in the order of the drop-off: of all, of a property, of a status group or of a place.
-- A building's packages are found among its property's.
drop index packages_by_building, package_labels_by_unit;
create index packages_by_time on packages (organisation_id, drop_off_time, id) include (property_id, status_group);
create index packages_by_property on packages (organisation_id, property_id, drop_off_time, id) include (status_group);
create index package_labels_by_unit on package_labels (organisation_id, unit_key);
