-- Packages, their history and the numbers kept beside them.

create table packages (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  resident_id uuid, courier_id uuid, agent_id uuid,
  -- The locker is set while the package lies in it; the bank or the mailroom stays as its last place.
  locker_bank_id uuid, locker_id uuid, mailroom_id uuid,
  place_id uuid not null generated always as (coalesce(locker_bank_id, mailroom_id)) stored,
  package_number text not null, tracking_number text not null default '', advice_tag_id uuid,
  recipient_name text not null, unit_number text not null, email text not null default '', mobile_phone text not null default '',
  recipient_key text not null generated always as (coalesce(resident_id::text, lower(recipient_name || '|' || unit_number))) stored,
  -- Row-level security lets no function of a column through to an index, so what is looked up stands in a column itself.
  unit_key text not null generated always as (lower(unit_number)) stored,
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
  foreign key (organisation_id, mailroom_id) references mailrooms (organisation_id, id),
  -- At one place: a live package in a locker or in a mailroom, one that was collected or recovered in neither any more.
  constraint packages_place check (num_nonnulls(locker_bank_id, mailroom_id) = 1
    and case when status_group in (2, 6) then locker_id is null else (locker_id is null) = (locker_bank_id is null) end)
);
select tenant_table('packages', 'property_id');

create unique index packages_number on packages (organisation_id, package_number);
create index packages_by_drop_off on packages (organisation_id, drop_off_time, id);
create index packages_by_group on packages (organisation_id, status_group, drop_off_time, id);
create index packages_by_building on packages (organisation_id, building_id, drop_off_time, id);
create index packages_by_building_group on packages (organisation_id, building_id, status_group, drop_off_time, id);
create index packages_by_place_group on packages (organisation_id, place_id, status_group, drop_off_time, id);
create index packages_by_resident on packages (organisation_id, resident_id, drop_off_time, id) where resident_id is not null;
create index packages_by_unit on packages (organisation_id, property_id, unit_key);
create index packages_in_locker on packages (organisation_id, locker_id) where locker_id is not null;
create index packages_due on packages (organisation_id, expiry_time) where status_group = 1;
create index packages_text on packages using gin (tracking_number gin_trgm_ops, recipient_name gin_trgm_ops);

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

-- Packages by building, place (a bank or a mailroom, the last one of a package that has left) and status.
create table package_counts (
  organisation_id uuid not null, property_id uuid not null, building_id uuid not null, place_id uuid not null,
  status_id smallint not null, status_group smallint not null, packages bigint not null,
  primary key (organisation_id, property_id, building_id, place_id, status_id)
) with (fillfactor = 50);
create index package_counts_place on package_counts (organisation_id, place_id);
select tenant_table('package_counts', 'property_id');

-- Every transaction takes its locks in this order, each in the order of ids: packages, lockers, the lockers' numbers, the
-- packages' numbers. So two that touch the same ones wait for, and never block, each other.
select keep_numbers('packages', $keep$
  declare
    moved uuid[] := array(select locker_id from changed_rows as changed where locker_id is not null
                          group by locker_id, recipient_key having sum(by) <> 0);
  begin
    -- The lockers that the packages came to or left: how many they hold, and never of two recipients. Their rows are locked
    -- first, so the statements after it see what whoever was before us committed.
    if moved <> '{}' then
      perform from lockers l where (l.organisation_id, l.id) in (select organisation_id, locker_id from changed_rows as changed)
        and l.id = any (moved) order by l.id for no key update;
      if exists (
        select from changed_rows as changed
        join packages other on other.organisation_id = changed.organisation_id and other.locker_id = changed.locker_id
        where changed.by = 1 and changed.locker_id is not null and other.recipient_key <> changed.recipient_key
      ) then
        raise exception 'a locker holds packages of one recipient only' using errcode = 'PL001';
      end if;
      update lockers l set live_packages = l.live_packages + gone_or_come.by
      from (select organisation_id, locker_id, sum(by) as by from changed_rows as changed where locker_id is not null
            group by 1, 2 having sum(by) <> 0) gone_or_come
      where l.organisation_id = gone_or_come.organisation_id and l.id = gone_or_come.locker_id;
    end if;

    insert into package_counts as c (organisation_id, property_id, building_id, place_id, status_id, status_group, packages)
    select organisation_id, property_id, building_id, place_id, status_id, status_group, sum(by)
    from changed_rows as changed
    group by 1, 2, 3, 4, 5, 6 having sum(by) <> 0 order by 1, 2, 3, 4, 5
    on conflict (organisation_id, property_id, building_id, place_id, status_id) do update set packages = c.packages + excluded.packages;
  end
$keep$);
