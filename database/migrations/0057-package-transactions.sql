-- All changes of packages by time.
create index package_history_by_time on package_history (organisation_id, at, id);
