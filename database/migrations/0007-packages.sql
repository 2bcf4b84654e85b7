-- Packages, their labels, history and counters, and what happens to them in a mailroom.

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
create index advice_tags_name on advice_tags (organisation_id, name collate natural_order, id) where deleted_at is null;
create index advice_tags_sort_order on advice_tags (organisation_id, sort_order, id) where deleted_at is null;
create index advice_tags_text on advice_tags using gin (search_text gin_trgm_ops);
select tenant_table('advice_tags');

create table packages (
  organisation_id uuid not null, id uuid not null, property_id uuid not null, building_id uuid not null,
  resident_id uuid, courier_id uuid, agent_id uuid,
  -- The locker is set while the package is in it; the bank or the mailroom stays as its last place.
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
  -- At one place: a live package in a locker or in a mailroom, a collected or recovered one in neither.
  constraint packages_place check (num_nonnulls(locker_bank_id, mailroom_id) = 1
    and case when status_group in (2, 6) then locker_id is null else (locker_id is null) = (locker_bank_id is null) end)
);
create unique index packages_number on packages (organisation_id, package_number);
create index packages_in_locker on packages (organisation_id, locker_id) where locker_id is not null;
create index packages_due on packages (organisation_id, expiry_time) where status_group = 1;
-- Whether couriers may be deleted is asked for all of them at once. Only packages that are neither collected nor recovered, so that the
-- index stays small.
create index packages_live_by_courier on packages (organisation_id, courier_id) where status_group not in (2, 6);
-- Lists in the order of the drop-off: of all, of a property, of a status group or of a place. The packages of a building are found among
-- those of its property. No text that a search reads is in an index here, because every change of status writes all of them.
create index packages_by_time on packages (organisation_id, drop_off_time, id) include (property_id, status_group);
create index packages_by_property on packages (organisation_id, property_id, drop_off_time, id) include (status_group);
create index packages_by_group on packages (organisation_id, status_group, drop_off_time, id);
create index packages_by_place on packages (organisation_id, place_id, status_group, drop_off_time, id);
-- The sorts of the Package Viewer that people use without a filter; the others sort what the filters leave (decisions "Package search").
create index packages_by_name on packages (organisation_id, recipient_name collate natural_order, id);
create index packages_by_unit on packages (organisation_id, unit_number collate natural_order, id);
create index packages_by_tracking on packages (organisation_id, tracking_number, id);
create index packages_by_status on packages (organisation_id, (status_group * 100 + status_id), id);
-- The sorts by times that many packages lack: those that have one are in the index. The list shows no expiry of outbound packages; the
-- few without one have an index as well, so that they are not looked for among all.
create index packages_by_expiry on packages (organisation_id, expiry_time, id) where status_group <> 5 and expiry_time is not null;
create index packages_without_expiry on packages (organisation_id, id) where not (status_group <> 5 and expiry_time is not null);
create index packages_by_collection on packages (organisation_id, collection_time, id) where collection_time is not null;
create index packages_by_recovery on packages (organisation_id, recovery_time, id) where recovery_time is not null;
select tenant_table('packages', 'property_id');

-- Of these couriers those with a package that is neither collected nor recovered, in any property: a courier belongs to the
-- organisation, and somebody with some of the properties must not delete one whose packages are in another. Returns only ids.
create function couriers_with_packages(couriers uuid[]) returns setof uuid language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.property_ids', true), '');
begin
  perform set_config('app.property_ids', '*', true);
  return query select c.id from unnest(couriers) as c (id) where exists (
    select from packages p where p.organisation_id = (select app_organisation()) and p.courier_id = c.id
      and p.status_group not in (2, 6)
  );
  perform set_config('app.property_ids', scope, true);
end $$;

-- The texts of a package's label, for searches: one narrow row for each package, which no change of status writes.
create table package_labels (
  organisation_id uuid not null, package_id uuid not null, property_id uuid not null, resident_id uuid,
  drop_off_time timestamptz not null, unit_key text not null, recipient_name text not null,
  package_number text not null, tracking_number text not null,
  -- Tracking numbers compare without blanks, hyphens and case, as scanners and people type them.
  tracking_key text not null generated always as (upper(regexp_replace(tracking_number, '[[:space:]-]', '', 'g'))) stored,
  search_text text not null generated always as (fold_text(
    ' ' || recipient_name || ' ' || unit_key || ' ' || package_number || ' ' || tracking_number)) stored,
  primary key (organisation_id, package_id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id) on delete cascade
);
create index package_labels_by_resident on package_labels (organisation_id, resident_id) where resident_id is not null;
create index package_labels_by_unit on package_labels (organisation_id, unit_key);
create index package_labels_by_tracking on package_labels (organisation_id, tracking_key) where tracking_key <> '';
create index package_labels_text on package_labels using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
-- Compared as text: with an index for the organisation PostgreSQL would read half of it for every part of a word.
alter table package_labels enable row level security;
alter table package_labels force row level security;
create policy tenant on package_labels
  using (organisation_id::text = (select coalesce(current_setting('app.organisation_id', true), ''))
    and ((select app_every_property()) or property_id = any ((select app_properties())::uuid[])));

create function package_labels_insert() returns trigger language plpgsql as $$ begin
  insert into package_labels (organisation_id, package_id, property_id, resident_id, drop_off_time, unit_key, recipient_name,
    tracking_number, package_number)
  select organisation_id, id, property_id, resident_id, drop_off_time, lower(unit_number), recipient_name,
    tracking_number, package_number from came;
  return null;
end $$;
create trigger labels_insert after insert on packages referencing new table as came for each statement execute function package_labels_insert();
create function package_labels_update() returns trigger language plpgsql as $$ begin
  update package_labels set property_id = new.property_id, resident_id = new.resident_id, drop_off_time = new.drop_off_time,
    unit_key = lower(new.unit_number), recipient_name = new.recipient_name, tracking_number = new.tracking_number,
    package_number = new.package_number
  where organisation_id = new.organisation_id and package_id = new.id;
  return null;
end $$;
create trigger labels_update after update on packages for each row
  when ((old.property_id, old.resident_id, old.drop_off_time, old.unit_number, old.recipient_name, old.tracking_number, old.package_number)
    is distinct from
    (new.property_id, new.resident_id, new.drop_off_time, new.unit_number, new.recipient_name, new.tracking_number, new.package_number))
  execute function package_labels_update();

-- One row for each change, in the same transaction; append-only.
create table package_history (
  organisation_id uuid not null, id uuid not null, package_id uuid not null, property_id uuid not null,
  at timestamptz not null, status_id smallint not null,
  locker_bank_id uuid, locker_id uuid, mailroom_id uuid,
  user_id uuid, user_name text not null, note text not null default '',
  primary key (organisation_id, id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id)
);
create index package_history_of on package_history (organisation_id, package_id, at desc, id desc);
create index package_history_by_time on package_history (organisation_id, at, id);
create index package_history_by_property on package_history (organisation_id, property_id, at, id);
select tenant_table('package_history', 'property_id');

-- The only change of the history: of an erased resident, and of those who collected for them, only the ids stay. It works for the tenant
-- of the transaction.
create function erase_from_package_history(resident uuid, persons uuid[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update package_history h set note = '', user_name = case when h.user_id = any (persons) then '' else h.user_name end
  from package_labels l join residents r on r.organisation_id = l.organisation_id and r.id = l.resident_id
  where l.resident_id = resident and r.erased_at is not null
    and h.organisation_id = l.organisation_id and h.package_id = l.package_id
$$;

-- Packages by building, place (a bank or a mailroom, the last one of a package that has left) and status.
create table package_counts (
  organisation_id uuid not null, property_id uuid not null, building_id uuid not null, place_id uuid not null,
  status_id smallint not null, status_group smallint not null, packages bigint not null,
  primary key (organisation_id, property_id, building_id, place_id, status_id)
) with (fillfactor = 50);
create index package_counts_place on package_counts (organisation_id, place_id);
select tenant_table('package_counts', 'property_id');

-- Every transaction takes its locks in this order, each in the order of ids: packages, lockers, counters of lockers, counters of
-- packages. So two that change the same ones wait for each other and never deadlock.
select keep_numbers('packages', $keep$
  declare
    is_shared boolean;
  begin
    -- The lockers that packages were put into or taken from: how many they hold, and never of two recipients. The first statement locks
    -- their rows, so the second sees what was committed before.
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
create index batch_arrivals_notified on batch_arrivals (organisation_id, held_at) where lead_package_id is not null;
select tenant_table('batch_arrivals', 'property_id');
