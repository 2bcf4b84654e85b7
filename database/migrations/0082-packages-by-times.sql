-- The sorts of the Package Viewer by times that many packages lack (decision "Package search"): those that have one are in the index.
create index packages_by_expiry on packages (organisation_id, expiry_time, id) where status_group in (1, 3, 4) and expiry_time is not null;
create index packages_by_collection on packages (organisation_id, collection_time, id) where collection_time is not null;
create index packages_by_recovery on packages (organisation_id, recovery_time, id) where recovery_time is not null;
