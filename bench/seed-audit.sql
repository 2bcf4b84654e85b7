-- The audit trail of the first organisation: :entries entries of a year by 200 people, a tenth of them by the manager, on half as many
-- records, a thousandth on one. Run by seed.ts after seed.sql. Indexes are created again afterwards, which is quicker than to extend them.
create temp table audit_index as select indexname, indexdef from pg_indexes where tablename = 'audit' and indexname <> 'audit_pkey';
do $$ declare name text; begin for name in select indexname from audit_index loop execute format('drop index %I', name); end loop; end $$;
insert into audit (organisation_id, id, at, actor_id, actor_name, action, kind, subject_id, detail, address, client)
  select pg_temp.key('organisation', 0), pg_temp.v7(at, n), at,
         case when n % 10 = 0 then pg_temp.key('user', 2) else pg_temp.key('actor', n % 199) end, case when n % 10 = 0 then 'manager Bench' else 'Person ' || n % 199 end,
         (array['resident changed','signed in','resident created','locker opening requested','signed out','access code sent','courier changed','region changed','alert ended','layout changed'])[which],
         (array['resident','portalUser','resident','locker','portalUser','resident','courier','region','alert','lockerBank'])[which],
         pg_temp.key('subject', case when n % 1000 = 1 then -1 else (n::bigint * 7919) % (:entries / 2) end), jsonb_build_object('before', jsonb_build_object('Name', 'A' || n), 'after', jsonb_build_object('Name', 'B' || n)),
         '192.0.2.' || n % 250, 'browser'
  from generate_series(0, :entries - 1) as n, lateral (select now() - ((:entries - 1 - n) * interval '365 days' / :entries) as at, 1 + least(n % 16, 8) + case when n % 100000 = 0 then 1 else 0 end as which) as time;
select set_config('app.organisation_id', pg_temp.key('organisation', 0)::text, false);
select chain_audit(:entries);
do $$ declare definition text; begin for definition in select indexdef from audit_index loop execute definition; end loop; end $$;
