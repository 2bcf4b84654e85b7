-- Tracking numbers compare without blanks, hyphens and case, as scanners and people type them.
alter table package_labels add column tracking_key text not null
  generated always as (upper(regexp_replace(tracking_number, '[[:space:]-]', '', 'g'))) stored;
create index package_labels_by_tracking on package_labels (organisation_id, tracking_key) where tracking_key <> '';

-- Photos of packages' labels.
create table label_photos (
  organisation_id uuid not null, package_id uuid not null, property_id uuid not null,
  taken_at timestamptz not null,
  photo bytea not null,
  primary key (organisation_id, package_id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id) on delete cascade
);
select tenant_table('label_photos', 'property_id');

-- Packages of a batch: their recipients are notified when it is complete, each once. The notice is that of the lead package.
create table batch_arrivals (
  organisation_id uuid not null, package_id uuid not null, property_id uuid not null,
  user_id uuid not null,
  held_at timestamptz not null,
  lead_package_id uuid,
  primary key (organisation_id, package_id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id) on delete cascade,
  foreign key (organisation_id, lead_package_id) references packages (organisation_id, id) on delete cascade
);
create index batch_arrivals_held on batch_arrivals (organisation_id, user_id) where lead_package_id is null;
create index batch_arrivals_of_lead on batch_arrivals (organisation_id, lead_package_id) where lead_package_id is not null;
select tenant_table('batch_arrivals', 'property_id');
