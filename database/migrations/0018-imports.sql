-- Residents come by file: what was uploaded, what its lines say, and what became of them.

-- What the organisation's own programs call a resident.
alter table residents add column external_id text not null default '';
create index residents_external_id on residents (organisation_id, external_id) where external_id <> '' and deleted_at is null;

create table import_jobs (
  organisation_id uuid not null references organisations (id), id uuid not null,
  -- The properties of whoever brought the file; null is all. It is carried out within them and seen by those who see them.
  property_ids uuid[],
  file_name text not null, file_size int not null, encoding text not null,
  created_by uuid, created_by_name text not null, created_at timestamptz not null default now(),
  status text not null check (status in ('Checking', 'Ready', 'Applying', 'Done', 'Failed')),
  -- Why it failed, in our own language.
  failure text not null default '',
  -- The headings of the file, and the column of ours that each was taken for ('' for none).
  headings text[] not null default '{}', fields text[] not null default '{}',
  -- The last lines could not be read.
  is_cut boolean not null default false,
  is_full_list boolean not null default false,
  -- Who carries it out; another begins when this one has been silent.
  run_id uuid, touched_at timestamptz not null default now(), attempts smallint not null default 0,
  checked_at timestamptz, applied_at timestamptz, applied_by uuid, applied_by_name text not null default '',
  -- Bytes read of the file while it is checked, lines done while it is applied.
  progress int not null default 0,
  lines int not null default 0, new_lines int not null default 0, changed_lines int not null default 0,
  unchanged_lines int not null default 0, refused_lines int not null default 0,
  -- Who would move out if this is the full list, of how many; and who did.
  leaving int not null default 0, leaving_of int not null default 0, moved_out int not null default 0,
  primary key (organisation_id, id)
);
create index import_jobs_by_time on import_jobs (organisation_id, created_at desc, id);
create index import_jobs_under_way on import_jobs (organisation_id, touched_at) where status in ('Checking', 'Applying');
alter table import_jobs enable row level security;
alter table import_jobs force row level security;
create policy tenant on import_jobs
  using (organisation_id = (select app_organisation())
    and ((select app_every_property()) or property_ids <@ (select app_properties())::uuid[]))
  with check (organisation_id = (select app_organisation())
    and ((select app_every_property()) or property_ids <@ (select app_properties())::uuid[]));

-- The file as it came, in pieces, until it is applied or discarded.
create table import_files (
  organisation_id uuid not null, import_id uuid not null, position int not null, bytes bytea not null,
  primary key (organisation_id, import_id, position),
  foreign key (organisation_id, import_id) references import_jobs (organisation_id, id) on delete cascade
);
select tenant_table('import_files');

-- The lines' two tables have no foreign key, which would be looked up once for each line: who deletes an import deletes them.
-- The report: of each line the verdict, the reason of a refusal, names of columns and ids; nothing personal.
create table import_rows (
  organisation_id uuid not null, import_id uuid not null, line int not null,
  verdict text not null check (verdict in ('New', 'Changed', 'Unchanged', 'Refused')),
  reason text not null default '', changed text[] not null default '{}',
  -- Whom it makes or means.
  resident_id uuid,
  -- Whom a refused line may mean: everybody of its home.
  spares uuid[],
  primary key (organisation_id, import_id, line)
);
create index import_rows_of_resident on import_rows (organisation_id, import_id, resident_id) where resident_id is not null;
select tenant_table('import_rows');

-- What the lines that make or change somebody say, until that is done: what stands here is what is left to do.
create table import_values (
  organisation_id uuid not null, import_id uuid not null, line int not null,
  resident_id uuid not null, is_new boolean not null,
  property_id uuid not null, building_id uuid not null, unit_number text not null, first_name text not null, last_name text not null,
  email text not null, mobile_phone text not null, phone1 text not null, phone2 text not null, external_id text not null,
  occupancy_status smallint,
  primary key (organisation_id, import_id, line)
);
select tenant_table('import_values');

-- The properties that the file names, as far as its lines were understood.
create table import_properties (
  organisation_id uuid not null, import_id uuid not null, property_id uuid not null,
  primary key (organisation_id, import_id, property_id),
  foreign key (organisation_id, import_id) references import_jobs (organisation_id, id) on delete cascade
);
select tenant_table('import_properties');

-- Who was moved out because a full list did not name them.
create table import_moves (
  organisation_id uuid not null, import_id uuid not null, resident_id uuid not null,
  primary key (organisation_id, import_id, resident_id),
  foreign key (organisation_id, import_id) references import_jobs (organisation_id, id) on delete cascade
);
select tenant_table('import_moves');

-- What an organisation calls a column of ours in its files.
create table import_headings (
  organisation_id uuid not null references organisations (id), heading text not null, field text not null,
  primary key (organisation_id, heading)
);
select tenant_table('import_headings');
