-- What the audit trail keeps of a new resident is sealed when the file is checked, so that applying it is the database's work alone.
alter table import_values no force row level security;
alter table import_jobs no force row level security;
-- Files that wait are checked again, by whoever looks after imports that have been silent; what was made of them is there by then.
update import_jobs set status = 'Checking', failure = '', checked_at = null, run_id = null, attempts = 0, touched_at = now() - interval '1 hour'
  where id in (select import_id from import_values where is_new);
delete from import_values where import_id in (select id from import_jobs where status = 'Checking');
alter table import_values
  -- The resident's own key, itself sealed, and what it seals; a line that changes somebody is sealed with the key that they have.
  add column audit_key bytea, add column sealed text,
  add constraint import_values_sealed check (is_new = (audit_key is not null) and is_new = (sealed is not null));
alter table import_values force row level security;
alter table import_jobs force row level security;
