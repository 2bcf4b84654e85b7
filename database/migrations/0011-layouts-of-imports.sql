-- Imports of any roster: how a file is read, several residents in one line, lines that are left out, and warnings.

alter table import_jobs
  -- How the file is read, as far as a person has chosen, and what was found in it; the latter holds texts of the file and goes with it.
  add column layout jsonb not null default '{}',
  add column found jsonb not null default '{}',
  add column left_out_lines int not null default 0,
  add column warned_lines int not null default 0;

-- A line may have several residents: a row is one of them, or a line that is left out. Its position counts the rows of the file.
alter table import_rows
  add column position int,
  -- What was left out of the line: packed messages without values.
  add column warnings text[] not null default '{}';
-- The owner of the tables is no tenant.
alter table import_rows no force row level security;
update import_rows set position = line;
alter table import_rows force row level security;
alter table import_rows
  alter column position set not null,
  drop constraint import_rows_pkey,
  add primary key (organisation_id, import_id, position),
  drop constraint import_rows_verdict_check,
  add constraint import_rows_verdict_check check (verdict in ('New', 'Changed', 'Unchanged', 'Refused', 'LeftOut'));

-- The layout of an organisation's files by the set of their headings. One heading means different things in different files, so what
-- was remembered of single headings is not taken over.
create table import_layouts (
  organisation_id uuid not null references organisations (id), headings_key text not null, layout jsonb not null,
  primary key (organisation_id, headings_key)
);
select tenant_table('import_layouts');
drop table import_headings;
