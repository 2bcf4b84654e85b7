-- The bench's rows, made in the database: ten organisations, the first with half of everything. Run by seed.ts as a
-- superuser with triggers off (a million rows would count themselves one by one); the kept numbers are made at the end.
-- :packages, :residents, :banks, :password and :statuses are filled in by seed.ts.

create or replace function pg_temp.v7(at timestamptz, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid
$$;
create or replace function pg_temp.key(kind text, n bigint) returns uuid language sql immutable as $$
  select (substr(h, 1, 12) || '7' || substr(h, 14, 3) || '8' || substr(h, 18, 15))::uuid from (select md5(kind || n)) as x (h)
$$;

create temp table bank as
  select b, case when b < :banks / 2 then 0 else 1 + (b % 9) end as o, case when b < :banks / 2 then b / 2 else 1000 + (b % 9) * 100 + (b - :banks / 2) / 18 end as p
  from generate_series(0, :banks - 1) as b;

insert into organisations (id, name, system_name, time_zone, is_super_admin)
  select pg_temp.key('organisation', o), 'Organisation ' || o, 'bench' || o, 'Europe/London', o = 0 from generate_series(0, 9) as o;
insert into properties (organisation_id, id, name, external_code, time_zone, address)
  select distinct pg_temp.key('organisation', o), pg_temp.key('property', p), 'Property ' || p, 'P' || p, 'Europe/London', p || ' Quay Road' from bank;
insert into buildings (organisation_id, id, property_id, name)
  select distinct pg_temp.key('organisation', o), pg_temp.key('building', p), pg_temp.key('property', p), 'Building ' || p from bank;
insert into mailrooms (organisation_id, id, property_id, building_id, name)
  select distinct pg_temp.key('organisation', o), pg_temp.key('mailroom', p), pg_temp.key('property', p), pg_temp.key('building', p), 'Mailroom ' || p from bank;
insert into couriers (organisation_id, id, name, sort_order)
  select pg_temp.key('organisation', o), pg_temp.key('courier', o * 10 + c), 'Courier ' || c, c from generate_series(0, 9) as o, generate_series(1, 3) as c;

-- super@bench0 works in all organisations, manager@benchN sees all of an organisation, concierge@benchN one property of it.
insert into portal_users (organisation_id, id, first_name, last_name, email, role_id, password_hash)
  select pg_temp.key('organisation', o), pg_temp.key('user', o * 10 + role_id), who, 'Bench', who || '@bench' || o || '.test', role_id, :'password'
  from generate_series(0, 9) as o, (values ('super', 1), ('manager', 2), ('concierge', 5)) as u (who, role_id);
insert into portal_user_properties (organisation_id, portal_user_id, property_id)
  select pg_temp.key('organisation', o), pg_temp.key('user', o * 10 + 5), pg_temp.key('property', min(p)) from bank group by o;

insert into locker_banks (organisation_id, id, property_id, building_id, mailroom_id, name, code, address, is_online, last_heart_beat)
  select pg_temp.key('organisation', o), pg_temp.key('bank', b), pg_temp.key('property', p), pg_temp.key('building', p), pg_temp.key('mailroom', p),
         'Bank ' || b, 'BANK-' || b, 'Lobby', true, now() from bank;
insert into locker_columns (organisation_id, id, property_id, locker_bank_id, position, name)
  select pg_temp.key('organisation', o), pg_temp.key('column', b * 10 + c), pg_temp.key('property', p), pg_temp.key('bank', b), c, 'Column' || c + 1
  from bank, generate_series(0, 3) as c;
insert into lockers (organisation_id, id, property_id, locker_bank_id, column_id, position, name, size, device_serial)
  select pg_temp.key('organisation', o), pg_temp.key('locker', b * 100 + l), pg_temp.key('property', p), pg_temp.key('bank', b),
         pg_temp.key('column', b * 10 + l / 10), l % 10, 'L' || l + 1, 2 + l % 3, 'SN' || b || '-' || l
  from bank, generate_series(0, 39) as l;

-- Row n of residents and of packages belongs to bank_of(n), so that a package's resident lives where the package is.
create temp table resident as
  select n, bank.o, bank.p,
         (array['Ada','Ben','Cleo','Dev','Edith','Femi','Grace','Hugo','Iris','Jonas','Kamala','Liam','Maya','Noor','Otis','Priya','Quinn','Rosa','Sami','Tess'])[1 + (n * 7) % 20] as first_name,
         (array['Adler','Brandt','Castro','Dunn','Eze','Farah','Grant','Huang','Iqbal','Jansen','Kaya','Lopez','Marsh','Novak','Okafor','Patel','Quist','Rossi','Singh','Tanaka'])[1 + (n / 20) % 20]
           || case when n % 3 = 0 then '-' || upper(substr(md5(n::text), 1, 4)) else '' end as last_name
  from generate_series(0, :residents - 1) as n
  join bank on bank.b = case when n % 2 = 1 then (n / 2) % (:banks / 2) else :banks / 2 + (n / 2) % (:banks / 2) end;
create unique index on resident (n);
-- Of a hundred five have moved out, five move in, and three have each of the flags.
insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name, email, occupancy_status, is_active,
    is_out_of_town, is_disabled, has_opted_out)
  select pg_temp.key('organisation', o), pg_temp.key('resident', n), pg_temp.key('property', p), pg_temp.key('building', p), (n / :banks) % 400 || 'A', first_name, last_name, 'r' || n || '@example.test',
         case when draw < 5 then 3 when draw < 10 then 2 else 1 end, draw >= 5, draw between 4 and 6, draw between 20 and 22, draw between 22 and 24
  from resident, lateral (select ('x' || substr(md5('draw' || n), 1, 6))::bit(24)::int % 100 as draw) as drawn;

-- The newest packages lie in lockers (24 of each bank's 40), the next in mailrooms, the others are history.
create temp table package as
  select i, now() - ((:packages - 1 - i) * interval '365 days' / :packages) as at, i % :residents as n,
         :packages - 1 - i as age, (:packages - 1 - i) / :banks as nth,
         case when i % 2 = 1 then (i / 2) % (:banks / 2) else :banks / 2 + (i / 2) % (:banks / 2) end as b
  from generate_series(0, :packages - 1) as i;
insert into packages (organisation_id, id, property_id, building_id, resident_id, courier_id, locker_bank_id, locker_id, mailroom_id, package_number, tracking_number,
    recipient_name, unit_number, status_id, status_group, drop_off_time, expiry_time, collection_time, recovery_time, last_transaction_at)
  select pg_temp.key('organisation', r.o), pg_temp.v7(at, i), pg_temp.key('property', r.p), pg_temp.key('building', r.p), pg_temp.key('resident', r.n),
         pg_temp.key('courier', r.o * 10 + 1 + i % 3), case when s.place <> 'mailroom' then pg_temp.key('bank', b) end,
         case when s.place in ('locker', 'either') then pg_temp.key('locker', b * 100 + nth) end, case when s.place = 'mailroom' then pg_temp.key('mailroom', r.p) end,
         'PK' || lpad(i::text, 9, '0'), '1Z' || upper(substr(md5(i::text), 1, 16)), r.first_name || ' ' || r.last_name, (r.n / :banks) % 400 || 'A',
         s.id, s.group_id, at, at + interval '7 days', case when s.group_id = 2 then at + interval '1 day' end, case when s.group_id = 6 then at + interval '8 days' end, at
  from package join resident r using (n)
  join (values :statuses) as s (id, group_id, place) on s.id = case
    when age < least(24 * :banks, :packages / 10) then case when i % 20 = 0 then 10 when i % 41 = 0 then 14 when i % 53 = 0 then 12 else 1 end
    when age < least(24 * :banks, :packages / 10) + :packages / 100 then case when i % 10 = 0 then 11 else 2 end
    when i % 20 = 0 then 15 when i % 50 = 1 then 7 when i % 200 = 3 then 23 else 8 end
  order by i;
insert into package_history (organisation_id, id, package_id, property_id, at, status_id, locker_bank_id, locker_id, mailroom_id, user_name)
  select organisation_id, pg_temp.v7(drop_off_time, 1), id, property_id, drop_off_time, status_id, locker_bank_id, locker_id, mailroom_id, 'Bench' from packages
  where drop_off_time > now() - interval '10 days';

insert into package_labels (organisation_id, package_id, property_id, resident_id, drop_off_time, unit_key, recipient_name, tracking_number, package_number)
  select organisation_id, id, property_id, resident_id, drop_off_time, unit_key(unit_number), recipient_name, tracking_number, package_number from packages;
update lockers set live_packages = held.n from (select organisation_id, locker_id, count(*)::int as n from packages where locker_id is not null group by 1, 2) held
  where lockers.organisation_id = held.organisation_id and lockers.id = held.locker_id;
