-- Pictures of an organisation, as the server has encoded them.
create table organisation_images (
  organisation_id uuid not null references organisations (id),
  kind text not null check (kind in ('organisation', 'mobile app')),
  png bytea not null,
  hash text not null,
  primary key (organisation_id, kind)
);
select tenant_table('organisation_images');
