-- Bulk actions on rows of a list: those of one request, and longer ones, which a job does in several transactions.
create table bulk_jobs (
  organisation_id uuid not null references organisations (id), id uuid not null,
  -- Who started it; a super administrator belongs to another organisation.
  user_id uuid not null, user_name text not null, home_organisation_id uuid not null,
  -- The path of the operation, the list of its rows, and the values that every row gets.
  action text not null, list text not null, input jsonb not null default '{}',
  -- The action that this one undoes, and when an action was undone.
  undo_of uuid, undone_at timestamptz,
  status text not null check (status in ('Running', 'Done', 'Failed')),
  failure text not null default '',
  -- The rows that matched when it was started, in the order of their ids; the first `processed` of them are done.
  row_ids uuid[] not null, processed int not null default 0, changed int not null default 0, refused int not null default 0,
  created_at timestamptz not null default now(), finished_at timestamptz,
  primary key (organisation_id, id)
);
-- A person runs one action on a list at a time.
create unique index bulk_jobs_running on bulk_jobs (organisation_id, user_id, list) where status = 'Running';
create index bulk_jobs_by_time on bulk_jobs (organisation_id, created_at);
select tenant_table('bulk_jobs');

-- Refused rows with their reason, and for a short time the previous values of changed rows.
create table bulk_rows (
  organisation_id uuid not null, job_id uuid not null, row_id uuid not null,
  reason text, before jsonb,
  primary key (organisation_id, job_id, row_id),
  foreign key (organisation_id, job_id) references bulk_jobs (organisation_id, id) on delete cascade,
  check ((reason is null) <> (before is null))
);
create index bulk_rows_of_row on bulk_rows (organisation_id, row_id) where before is not null;
select tenant_table('bulk_rows');
