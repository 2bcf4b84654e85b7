-- Servers and mailboxes from which files of residents are fetched: at most one of each kind.
create table import_sources (
  organisation_id uuid not null references organisations, id uuid not null,
  kind text not null check (kind in ('Sftp', 'Ftp', 'Mailbox')),
  host text not null, port int, user_name text not null, password_encrypted bytea, path text not null,
  is_active boolean not null, uses_ssl boolean not null, fingerprint text not null, checks_fingerprint boolean not null,
  -- A run that fetches holds the source until then.
  held_until timestamptz,
  last_run_at timestamptz, last_failure text not null default '',
  primary key (organisation_id, id),
  unique (organisation_id, kind)
);
select tenant_table('import_sources');

-- What was fetched, each file once.
create table import_fetches (
  organisation_id uuid not null references organisations, id uuid not null,
  kind text not null, at timestamptz not null default now(),
  -- What the server calls it: a file's name, size and time, or a message of a mailbox.
  remote_key text not null,
  file_name text not null, bytes int not null, hash bytea,
  outcome text not null check (outcome in ('Imported', 'Repeated', 'Refused')),
  reason text not null default '',
  import_id uuid,
  -- When its report was sent.
  reported_at timestamptz,
  primary key (organisation_id, id)
);
create unique index import_fetches_once on import_fetches (organisation_id, file_name, bytes, hash) where outcome = 'Imported';
create index import_fetches_by_key on import_fetches (organisation_id, kind, remote_key);
create index import_fetches_by_time on import_fetches (organisation_id, at desc, id);
create index import_fetches_to_report on import_fetches (organisation_id, at) where reported_at is null;
select tenant_table('import_fetches');

-- Where a file of an import came from.
alter table import_jobs add column source text not null default 'Upload' check (source in ('Upload', 'Sftp', 'Ftp', 'Mailbox'));
