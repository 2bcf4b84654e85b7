-- Imports: the values of a line wait in its row of the report, the properties that a file names in its import, and files are UTF-8.
alter table import_jobs no force row level security;
alter table import_rows no force row level security;
alter table import_values no force row level security;
alter table import_files no force row level security;
alter table import_properties no force row level security;

-- What a new or changed line says of its resident, by column, until it is applied.
alter table import_rows add column values jsonb;
update import_rows r set values = (
    select jsonb_object_agg(key, value)
    from jsonb_each(to_jsonb(v) - '{organisation_id,import_id,line,resident_id,is_new,audit_key,sealed}'::text[])
    where value not in ('""', 'null'))
  from import_values v where v.organisation_id = r.organisation_id and v.import_id = r.import_id and v.line = r.line;
drop table import_values;

alter table import_jobs add column named_property_ids uuid[] not null default '{}';
update import_jobs j set named_property_ids = array(
  select p.property_id from import_properties p where p.organisation_id = j.organisation_id and p.import_id = j.id);
drop table import_properties;

-- A file in another encoding is uploaded again when it is to be checked again.
delete from import_files f using import_jobs j
  where j.organisation_id = f.organisation_id and j.id = f.import_id and j.encoding <> 'utf-8';
drop index import_jobs_under_way;
-- The job queue counts attempts.
alter table import_jobs drop column encoding, drop column attempts;
alter table import_jobs rename column leaving to moves_out;
alter table import_jobs rename column leaving_of to moves_out_of;

alter table import_jobs force row level security;
alter table import_rows force row level security;
alter table import_files force row level security;

-- The job queue retries a run that has died.
select jobs.delete_queue(name) from jobs.queue where name = 'resume-imports';
