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

-- A page is merged from the newest rows of each group (of an organisation, a building or a place), so these three serve every
-- list; nothing that a search looks for stands in an index here, because every change of status writes all of them anew.
create unique index packages_number on packages (organisation_id, package_number);
create index packages_by_group on packages (organisation_id, status_group, drop_off_time, id);
create index packages_by_building on packages (organisation_id, building_id, status_group, drop_off_time, id);
create index packages_by_place on packages (organisation_id, place_id, status_group, drop_off_time, id);
create index packages_in_locker on packages (organisation_id, locker_id) where locker_id is not null;
create index packages_due on packages (organisation_id, expiry_time) where status_group = 1;

-- What stands on a package's label, for searches: one narrow row a package, which no change of status touches.
create table package_labels (
  organisation_id uuid not null, package_id uuid not null, property_id uuid not null, resident_id uuid,
  drop_off_time timestamptz not null, unit_key text not null, recipient_name text not null, tracking_number text not null,
  primary key (organisation_id, package_id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id) on delete cascade
);
create index package_labels_by_resident on package_labels (organisation_id, resident_id) where resident_id is not null;
create index package_labels_by_unit on package_labels (organisation_id, property_id, unit_key);
-- A short list of pending entries: a search reads it whole, and whoever fills it waits until it is worked in.
create index package_labels_text on package_labels using gin (tracking_number gin_trgm_ops, recipient_name gin_trgm_ops)
  with (gin_pending_list_limit = 256);
-- Compared as text: with an index for the organisation PostgreSQL would read half of it for every part of a word.
alter table package_labels enable row level security;
alter table package_labels force row level security;
create policy tenant on package_labels
  using (organisation_id::text = (select coalesce(current_setting('app.organisation_id', true), ''))
    and ((select app_every_property()) or property_id = any ((select app_properties())::uuid[])));

create function package_labels_insert() returns trigger language plpgsql as $$ begin
  insert into package_labels (organisation_id, package_id, property_id, resident_id, drop_off_time, unit_key, recipient_name, tracking_number)
  select organisation_id, id, property_id, resident_id, drop_off_time, lower(unit_number), recipient_name, tracking_number from came;
  return null;
end $$;
create trigger labels_insert after insert on packages referencing new table as came for each statement execute function package_labels_insert();
create function package_labels_update() returns trigger language plpgsql as $$ begin
  update package_labels set property_id = new.property_id, resident_id = new.resident_id, drop_off_time = new.drop_off_time,
    unit_key = lower(new.unit_number), recipient_name = new.recipient_name, tracking_number = new.tracking_number
  where organisation_id = new.organisation_id and package_id = new.id;
  return null;
end $$;
create trigger labels_update after update on packages for each row
  when ((old.property_id, old.resident_id, old.drop_off_time, old.unit_number, old.recipient_name, old.tracking_number)
    is distinct from (new.property_id, new.resident_id, new.drop_off_time, new.unit_number, new.recipient_name, new.tracking_number))
  execute function package_labels_update();

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
    is_shared boolean;
  begin
    -- The lockers that the packages came to or left: how many they hold, and never of two recipients. Their rows are locked by
    -- the first statement, so the second sees what whoever was before us committed.
    with moved as materialized (
      select organisation_id, locker_id, sum(by) as by from changed_rows as changed where locker_id is not null
      group by 1, 2 having sum(by) <> 0 or min(recipient_key) <> max(recipient_key)
    ), held as materialized (
      select l.organisation_id, l.id, moved.by from lockers l
      join moved on moved.organisation_id = l.organisation_id and moved.locker_id = l.id
      order by l.id for no key update of l
    ), kept as (
      update lockers l set live_packages = l.live_packages + held.by from held
      where l.organisation_id = held.organisation_id and l.id = held.id
      returning l.live_packages > 1 as is_shared
    )
    select bool_or(kept.is_shared) into is_shared from kept;
    if is_shared and exists (
      select from changed_rows as changed
      join packages other on other.organisation_id = changed.organisation_id and other.locker_id = changed.locker_id
      where changed.by = 1 and changed.locker_id is not null and other.recipient_key <> changed.recipient_key
    ) then
      raise exception 'a locker holds packages of one recipient only' using errcode = 'PL001';
    end if;

    insert into package_counts as c (organisation_id, property_id, building_id, place_id, status_id, status_group, packages)
    select organisation_id, property_id, building_id, place_id, status_id, status_group, sum(by)
    from changed_rows as changed
    group by 1, 2, 3, 4, 5, 6 having sum(by) <> 0 order by 1, 2, 3, 4, 5
    on conflict (organisation_id, property_id, building_id, place_id, status_id) do update set packages = c.packages + excluded.packages;
  end
$keep$);
