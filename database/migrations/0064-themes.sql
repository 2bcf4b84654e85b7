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

-- The version of the theme that the terminal shows; null for a program that does not report it.
alter table locker_banks add column theme_version integer;
