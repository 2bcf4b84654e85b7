-- The report service: viewers, their instances and documents. A document shows a render; equal documents of a user share one.
create table report_clients (
  organisation_id uuid not null, id uuid not null,
  user_id uuid not null,
  used_at timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index report_clients_used on report_clients (organisation_id, used_at);
select tenant_table('report_clients');

create table report_instances (
  organisation_id uuid not null, id uuid not null,
  client_id uuid not null,
  report text not null,
  -- As the user gave them, checked.
  parameters jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, client_id) references report_clients (organisation_id, id) on delete cascade
);
create index report_instances_client on report_instances (organisation_id, client_id);
select tenant_table('report_instances');

create table report_renders (
  organisation_id uuid not null, id uuid not null,
  -- The rights at the time of the request: null for every property.
  user_id uuid not null,
  property_ids uuid[],
  report text not null,
  format text not null,
  parameters jsonb not null,
  changes jsonb not null,
  language text not null,
  date_format text not null,
  -- Equal for equal content of one user.
  content_key bytea not null,
  state text not null default 'Working' check (state in ('Working', 'Ready', 'Failed')),
  failure text,
  -- Pages, or parts of a file, that are stored already.
  parts integer not null default 0,
  bookmarks jsonb not null default '[]',
  run_id uuid,
  created_at timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index report_renders_content on report_renders (organisation_id, content_key, created_at);
create index report_renders_user on report_renders (organisation_id, user_id, state);
create index report_renders_created on report_renders (organisation_id, created_at);
select tenant_table('report_renders');

create table report_parts (
  organisation_id uuid not null, render_id uuid not null,
  number integer not null,
  content bytea not null,
  primary key (organisation_id, render_id, number),
  foreign key (organisation_id, render_id) references report_renders (organisation_id, id) on delete cascade
);
select tenant_table('report_parts');

create table report_documents (
  organisation_id uuid not null, id uuid not null,
  instance_id uuid not null,
  render_id uuid not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, instance_id) references report_instances (organisation_id, id) on delete cascade,
  foreign key (organisation_id, render_id) references report_renders (organisation_id, id) on delete cascade
);
create index report_documents_instance on report_documents (organisation_id, instance_id);
create index report_documents_render on report_documents (organisation_id, render_id);
select tenant_table('report_documents');
