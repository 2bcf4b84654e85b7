-- The sorts of the Package Viewer that people use without a filter; the others sort what the filters leave (decision "Package search").
create index packages_by_name on packages (organisation_id, recipient_name collate natural_order, id);
create index packages_by_unit on packages (organisation_id, unit_number collate natural_order, id);
create index packages_by_tracking on packages (organisation_id, tracking_number, id);
create index packages_by_status on packages (organisation_id, (status_group * 100 + status_id), id);
