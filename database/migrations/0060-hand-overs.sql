-- Packages that staff handed to a person in a mailroom, with the proof that was taken.
create table hand_overs (
  organisation_id uuid not null, id uuid not null, property_id uuid not null,
  resident_id uuid,
  at timestamptz not null,
  -- Who took them; empty for the recipient.
  collected_by text not null default '',
  proof_kind text check (proof_kind in ('signature', 'photo')),
  proof bytea check ((proof is null) = (proof_kind is null)),
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id)
);
create index hand_overs_of_resident on hand_overs (organisation_id, resident_id) where resident_id is not null;
select tenant_table('hand_overs', 'property_id');

create table hand_over_packages (
  organisation_id uuid not null, package_id uuid not null, hand_over_id uuid not null, property_id uuid not null,
  primary key (organisation_id, package_id, hand_over_id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id),
  foreign key (organisation_id, hand_over_id) references hand_overs (organisation_id, id)
);
select tenant_table('hand_over_packages', 'property_id');
