-- The structure of an eleventh organisation, which has many of each kind and no packages: 10,000 properties in 1,000 of 200,000
-- regions, 20,000 buildings, 50,000 portal users, 200,000 mailrooms and as many advice tags, each divided by :divisor. Run by seed.ts after seed.sql.
-- manager@bench10 sees all of it, keeper@bench10 manages 100 of its properties.
create temp table word as select i, (array['Amber','Birch','Cedar','Dale','Elm','Fern','Grove','Hazel','Iris','Juniper','Kestrel','Linden','Maple','Nettle','Oak','Pine','Quay','Rowan','Sedge','Thorn'])[1 + i] as word
  from generate_series(0, 19) as i;
insert into organisations (id, name, system_name, time_zone) values (pg_temp.key('organisation', 10), 'Organisation 10', 'bench10', 'Europe/London');
insert into regions (organisation_id, id, name, description)
  select pg_temp.key('organisation', 10), pg_temp.key('region', n), word || ' region ' || n, 'Properties between ' || n % 50 || ' and ' || n % 77
  from generate_series(0, 200000 / :divisor - 1) as n join word on i = n % 20;
insert into properties (organisation_id, id, region_id, name, external_code, time_zone, address)
  select pg_temp.key('organisation', 10), pg_temp.key('court', n), case when n % 10 <> 0 then pg_temp.key('region', n % 1000) end,
         word || ' Court ' || n, 'C' || n, (array['Europe/London','Europe/Berlin','America/New_York','Asia/Tokyo'])[1 + n % 4], n * 7 % 400 || ' ' || word || ' Road'
  from generate_series(0, 10000 / :divisor - 1) as n join word on i = n / 7 % 20;
insert into buildings (organisation_id, id, property_id, name, address)
  select pg_temp.key('organisation', 10), pg_temp.key('house', n), pg_temp.key('court', n / 2), word || ' House ' || n, n * 7 % 400 || ' ' || word || ' Lane'
  from generate_series(0, 20000 / :divisor - 1) as n join word on i = n / 3 % 20;
insert into mailrooms (organisation_id, id, property_id, building_id, name, address, is_active)
  select pg_temp.key('organisation', 10), pg_temp.key('room', n), pg_temp.key('court', n / 20), pg_temp.key('house', n / 10), word || ' Mailroom ' || n,
         'Floor ' || n % 9, n % 20 <> 0
  from generate_series(0, 200000 / :divisor - 1) as n join word on i = n / 11 % 20;
insert into advice_tags (organisation_id, id, name, sort_order)
  select pg_temp.key('organisation', 10), pg_temp.key('tag', n), word || ' tag ' || n, n * 31 % 1000 from generate_series(0, 200000 / :divisor - 1) as n join word on i = n / 13 % 20;

-- A tenth is disabled, and a twentieth of the others invited.
insert into portal_users (organisation_id, id, first_name, last_name, email, phone_number, role_id, is_active, password_hash, invited_at)
  select pg_temp.key('organisation', 10), pg_temp.key('member', n), first.word, last.word || '-' || n, lower(first.word) || n || '@bench10.test', (4400000000 + n)::text,
         case when n < 50 then 2 else 3 + n % 3 end, n % 10 <> 9, case when n % 20 <> 0 then :'password' end, case when n % 20 = 0 then now() end
  from generate_series(0, 50000 / :divisor - 1) as n join word first on first.i = n % 20 join word last on last.i = n / 20 % 20;
insert into portal_user_properties (organisation_id, portal_user_id, property_id)
  select distinct pg_temp.key('organisation', 10), pg_temp.key('member', n), pg_temp.key('court', (n * part * 3) % (10000 / :divisor))
  from generate_series(50, 50000 / :divisor - 1) as n, generate_series(1, 3) as part;
insert into portal_users (organisation_id, id, first_name, last_name, email, role_id, password_hash)
  select pg_temp.key('organisation', 10), pg_temp.key('user', 100 + role_id), who, 'Bench', who || '@bench10.test', role_id, :'password' from (values ('manager', 2), ('keeper', 3)) as u (who, role_id);
insert into portal_user_properties (organisation_id, portal_user_id, property_id)
  select pg_temp.key('organisation', 10), pg_temp.key('user', 103), pg_temp.key('court', n * 100 / :divisor) from generate_series(0, 99) as n;
