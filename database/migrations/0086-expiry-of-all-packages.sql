-- The list shows the expiry of every package but outbound ones, and sorts by it.
drop index packages_by_expiry;
create index packages_by_expiry on packages (organisation_id, expiry_time, id) where status_group <> 5 and expiry_time is not null;
