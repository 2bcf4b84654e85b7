-- Lists of regions, properties, buildings, mailrooms and advice tags: an index behind every sort and search.

alter table regions add column search_text text not null generated always as (fold_text(' ' || name || ' ' || left(description, 200))) stored;
create index regions_name on regions (organisation_id, name collate natural_order, id) where deleted_at is null;
create index regions_description on regions (organisation_id, (left(description, 100) collate natural_order), id) where deleted_at is null;
create index regions_text on regions using gin (search_text gin_trgm_ops);

alter table properties add column search_text text not null generated always as (fold_text(
  ' ' || name || ' ' || external_code || ' ' || address)) stored;
create index properties_external_code on properties (organisation_id, external_code collate natural_order, id) where deleted_at is null;
create index properties_address on properties (organisation_id, address collate natural_order, id) where deleted_at is null;
create index properties_time_zone on properties (organisation_id, time_zone collate natural_order, id) where deleted_at is null;
create index properties_region on properties (organisation_id, region_id, id) where deleted_at is null;
create index properties_text on properties using gin (search_text gin_trgm_ops);

alter table buildings add column search_text text not null generated always as (fold_text(' ' || name || ' ' || address)) stored;
create index buildings_address on buildings (organisation_id, address collate natural_order, id) where deleted_at is null;
create index buildings_property on buildings (organisation_id, property_id, id) where deleted_at is null;
create index buildings_text on buildings using gin (search_text gin_trgm_ops);

-- A mailroom counts its live packages, as a locker does.
alter table mailrooms add column search_text text not null generated always as (fold_text(' ' || name || ' ' || address)) stored;
create index mailrooms_name on mailrooms (organisation_id, name collate natural_order, id) where deleted_at is null;
create index mailrooms_building on mailrooms (organisation_id, building_id, id) where deleted_at is null;
create index mailrooms_property on mailrooms (organisation_id, property_id, id) where deleted_at is null;
create index mailrooms_text on mailrooms using gin (search_text gin_trgm_ops);

-- Labels attached to packages. They belong to the organisation.
create table advice_tags (
  organisation_id uuid not null references organisations (id),
  id uuid not null,
  name text not null,
  sort_order int not null default 0,
  search_text text not null generated always as (fold_text(' ' || name)) stored,
  deleted_at timestamptz,
  primary key (organisation_id, id)
);
select tenant_table('advice_tags');
create index advice_tags_name on advice_tags (organisation_id, name collate natural_order, id) where deleted_at is null;
create index advice_tags_sort_order on advice_tags (organisation_id, sort_order, id) where deleted_at is null;
create index advice_tags_text on advice_tags using gin (search_text gin_trgm_ops);
