-- A rejection can be taken back until it is completed: until then the hash of the PIN stays, and no e-mail is sent.
alter table registrations add rejection_due boolean not null default false;
do $$
declare name text;
begin
  select conname into strict name from pg_constraint
  where conrelid = 'registrations'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%decided_at%';
  execute format('alter table registrations drop constraint %I', name);
end $$;
alter table registrations add constraint registrations_decision check (
  (status = 1) = (decided_at is null) and (status = 1 or rejection_due or pin_hash is null) and (status = 3 or not rejection_due)
);
