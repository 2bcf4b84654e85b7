-- Packages, their history and the numbers kept beside them.

create table packages (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  resident_id uuid, courier_id uuid, agent_id uuid,
  -- The locker is set while the package lies in it; bank and mailroom stay as its last place.
  locker_bank_id uuid, locker_id uuid, mailroom_id uuid,
  package_number text not null, tracking_number text not null default '', advice_tag_id uuid,
  recipient_name text not null, unit_number text not null, email text not null default '', mobile_phone text not null default '',
  recipient_key text not null generated always as (coalesce(resident_id::text, lower(recipient_name || '|' || unit_number))) stored,
  status_id smallint not null, status_group smallint not null,
  drop_off_time timestamptz not null, expiry_time timestamptz, collection_time timestamptz, recovery_time timestamptz,
  last_transaction_at timestamptz not null, note text not null default '',
  primary key (organisation_id, id),
  foreign key (organisation_id, property_id, building_id) references buildings (organisation_id, property_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id),
  foreign key (organisation_id, courier_id) references couriers (organisation_id, id),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id),
  foreign key (organisation_id, property_id, locker_bank_id) references locker_banks (organisation_id, property_id, id),
  foreign key (organisation_id, locker_bank_id, locker_id) references lockers (organisation_id, locker_bank_id, id),
  foreign key (organisation_id, mailroom_id) references mailrooms (organisation_id, id)
);
select tenant_table('packages', 'property_id');

create unique index packages_number on packages (organisation_id, package_number);
create index packages_by_drop_off on packages (organisation_id, drop_off_time, id);
create index packages_by_group on packages (organisation_id, status_group, drop_off_time, id);
create index packages_by_property on packages (organisation_id, property_id, drop_off_time, id);
create index packages_by_property_group on packages (organisation_id, property_id, status_group, drop_off_time, id);
create index packages_by_bank on packages (organisation_id, locker_bank_id, status_group, drop_off_time, id);
create index packages_by_resident on packages (organisation_id, resident_id, drop_off_time) where resident_id is not null;
create index packages_in_locker on packages (organisation_id, locker_id) where locker_id is not null;
create index packages_in_mailroom on packages (organisation_id, mailroom_id) where mailroom_id is not null and locker_id is null;
create index packages_due on packages (organisation_id, expiry_time) where status_group = 1;
create index packages_unit on packages (organisation_id, lower(unit_number) text_pattern_ops, drop_off_time);
create index packages_tracking_part on packages using gin (tracking_number gin_trgm_ops);
create index packages_name_part on packages using gin (recipient_name gin_trgm_ops);

-- One row a change, in the same transaction; appended to, never changed.
create table package_history (
  organisation_id uuid not null, id uuid not null, package_id uuid not null, property_id uuid not null,
  at timestamptz not null, status_id smallint not null,
  locker_bank_id uuid, locker_id uuid, mailroom_id uuid,
  user_id uuid, user_name text not null, note text not null default '',
  primary key (organisation_id, id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id)
);
create index package_history_of on package_history (organisation_id, package_id, at desc, id desc);
select tenant_table('package_history', 'property_id');

-- Packages by place and status. place_kind: B a locker of a bank, M a mailroom, N neither (place_id is then all zeros).
create table package_counts (
  organisation_id uuid not null, property_id uuid not null, place_kind "char" not null, place_id uuid not null,
  status_id smallint not null, status_group smallint not null, packages bigint not null,
  primary key (organisation_id, property_id, place_kind, place_id, status_id)
);
create index package_counts_place on package_counts (organisation_id, place_kind, place_id);
select tenant_table('package_counts', 'property_id');

select keep_numbers('packages', $keep$
  insert into package_counts as c (organisation_id, property_id, place_kind, place_id, status_id, status_group, packages)
  select organisation_id, property_id,
         case when locker_id is not null then 'B' when mailroom_id is not null and status_group in (1, 3, 4) then 'M' else 'N' end::"char" as kind,
         case when locker_id is not null then locker_bank_id when mailroom_id is not null and status_group in (1, 3, 4) then mailroom_id
              else '00000000-0000-0000-0000-000000000000' end as place,
         status_id, status_group, sum(by)
  from changed_rows as changed
  group by 1, 2, 3, 4, 5, 6 having sum(by) <> 0 order by 1, 2, 3, 4, 5
  on conflict (organisation_id, property_id, place_kind, place_id, status_id) do update set packages = c.packages + excluded.packages;

  -- The lockers they lie in: how many, and never of two recipients. The locker's row is locked by the first statement, so
  -- the second sees what whoever was before us committed.
  update lockers l set live_packages = l.live_packages + moved.by
  from (select organisation_id, locker_id, sum(by) as by from changed_rows as changed where locker_id is not null
        group by 1, 2 having sum(by) <> 0 order by 1, 2) moved
  where l.organisation_id = moved.organisation_id and l.id = moved.locker_id;

  if exists (
    select from changed_rows as changed
    join packages other on other.organisation_id = changed.organisation_id and other.locker_id = changed.locker_id
    where changed.by = 1 and changed.locker_id is not null and other.recipient_key <> changed.recipient_key
  ) then
    raise exception 'a locker holds packages of one recipient only' using errcode = 'PL001';
  end if
$keep$);
