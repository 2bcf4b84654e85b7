-- Places: regions, properties, buildings and mailrooms. Each sort and search of their lists has an index.

create table regions (
  organisation_id uuid not null references organisations (id), id uuid not null,
  name text not null, description text not null default '',
  search_text text not null generated always as (fold_text(' ' || name || ' ' || left(description, 200))) stored,
  deleted_at timestamptz,
  primary key (organisation_id, id)
);
create index regions_name on regions (organisation_id, name collate natural_order, id) where deleted_at is null;
create index regions_description on regions (organisation_id, (left(description, 100) collate natural_order), id) where deleted_at is null;
create index regions_text on regions using gin (search_text gin_trgm_ops);
select tenant_table('regions');

create table properties (
  organisation_id uuid not null references organisations (id), id uuid not null,
  region_id uuid, name text not null, external_code text not null, description text not null default '',
  time_zone text not null, address text not null,
  search_text text not null generated always as (fold_text(' ' || name || ' ' || external_code || ' ' || address)) stored,
  deleted_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, region_id) references regions (organisation_id, id)
);
create unique index properties_code on properties (organisation_id, lower(external_code)) where deleted_at is null;
create index properties_lower_name on properties (organisation_id, lower(name)) where deleted_at is null;
-- Of deleted ones too: other lists are sorted along the names of properties.
create index properties_name on properties (organisation_id, name collate natural_order, id);
create index properties_external_code on properties (organisation_id, external_code collate natural_order, id) where deleted_at is null;
create index properties_address on properties (organisation_id, address collate natural_order, id) where deleted_at is null;
create index properties_time_zone on properties (organisation_id, time_zone collate natural_order, id) where deleted_at is null;
create index properties_region on properties (organisation_id, region_id, id) where deleted_at is null;
create index properties_text on properties using gin (search_text gin_trgm_ops);
select tenant_table('properties', 'id');

-- Whether another property of the organisation has a name, also one that the caller may not see.
create function property_name_taken(wanted text, except_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.property_ids', true);
  taken boolean;
begin
  perform set_config('app.property_ids', '*', true);
  select exists (
    select from properties where organisation_id = app_organisation() and deleted_at is null
      and lower(name) = lower(wanted) and id <> except_id
  ) into taken;
  perform set_config('app.property_ids', coalesce(scope, ''), true);
  return taken;
end $$;

create table property_settings (
  organisation_id uuid not null, property_id uuid not null, name text not null, value text not null,
  primary key (organisation_id, property_id, name),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
select tenant_table('property_settings', 'property_id');

create table buildings (
  organisation_id uuid not null, id uuid not null, property_id uuid not null,
  name text not null, address text not null default '', description text not null default '',
  search_text text not null generated always as (fold_text(' ' || name || ' ' || address)) stored,
  deleted_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, property_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
-- Of deleted ones too: other lists are sorted along the names of buildings.
create index buildings_name on buildings (organisation_id, name collate natural_order, id);
create index buildings_address on buildings (organisation_id, address collate natural_order, id) where deleted_at is null;
create index buildings_property on buildings (organisation_id, property_id, id) where deleted_at is null;
create index buildings_text on buildings using gin (search_text gin_trgm_ops);
select tenant_table('buildings', 'property_id');

create table mailrooms (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  name text not null, address text not null default '', description text not null default '',
  search_text text not null generated always as (fold_text(' ' || name || ' ' || address)) stored,
  is_active boolean not null default true, deleted_at timestamptz,
  primary key (organisation_id, id),
  unique (organisation_id, building_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id)
);
-- With the filters of the list: a search that most rows match, sorted so that its matches come last, reads no mailrooms (79 ms p99 of
-- 200,000 mailrooms, without 105 ms).
create index mailrooms_name on mailrooms (organisation_id, name collate natural_order, id)
  include (property_id, search_text) where deleted_at is null;
create index mailrooms_building on mailrooms (organisation_id, building_id, id) where deleted_at is null;
create index mailrooms_property on mailrooms (organisation_id, property_id, id) where deleted_at is null;
create index mailrooms_text on mailrooms using gin (search_text gin_trgm_ops);
select tenant_table('mailrooms', 'property_id');

-- Pictures of themes by the hash of their bytes. A kiosk may still request one that the theme no longer has: its published
-- configuration names it.
create table theme_images (
  organisation_id uuid not null, property_id uuid not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  image bytea not null,
  created_at timestamptz not null,
  primary key (organisation_id, property_id, hash),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
select tenant_table('theme_images', 'property_id');

-- The theme of a property's terminals; without a row it has the default theme, which is version 0.
create table themes (
  organisation_id uuid not null, property_id uuid not null,
  version integer not null,
  content jsonb not null,
  logo_hash text, menu_hash text, screensaver_hash text,
  changed_at timestamptz not null,
  primary key (organisation_id, property_id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id),
  foreign key (organisation_id, property_id, logo_hash) references theme_images (organisation_id, property_id, hash),
  foreign key (organisation_id, property_id, menu_hash) references theme_images (organisation_id, property_id, hash),
  foreign key (organisation_id, property_id, screensaver_hash) references theme_images (organisation_id, property_id, hash)
);
select tenant_table('themes', 'property_id');
