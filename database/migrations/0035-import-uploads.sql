-- Files that are being received: each reserves its bytes of the organisation's quota, until it is stored or its row has expired.
create table import_uploads (
  organisation_id uuid not null references organisations (id), id uuid not null,
  bytes int not null, created_at timestamptz not null default now(),
  primary key (organisation_id, id)
);
select tenant_table('import_uploads');
