-- E-mails that were not sent: waiting ones, and failed ones.
create index mails_unsent on mails (organisation_id, created_at) where sent_at is null;

-- Numbers for the operators of the installation: it looks as each organisation, and returns only counts.
create function system_counts() returns table (
    organisation_id uuid, name text,
    mails_waiting int, oldest_mail timestamptz, mails_failed int,
    notices_waiting int, oldest_notice timestamptz, notices_failed int,
    events_unapplied int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select o.id, o.name from all_organisations() o loop
    perform set_config('app.property_ids', '*', true);
    perform set_config('app.organisation_id', one.id::text, true);
    return query select one.id, one.name,
      (select count(*)::int from mails m where m.organisation_id = one.id and m.sent_at is null and m.failed_at is null),
      (select min(m.created_at) from mails m where m.organisation_id = one.id and m.sent_at is null and m.failed_at is null),
      (select count(*)::int from mails m where m.organisation_id = one.id and m.sent_at is null and m.failed_at is not null),
      (select count(*)::int from notices n where n.organisation_id = one.id and n.status in ('Waiting', 'Sending')),
      (select min(n.due_at) from notices n where n.organisation_id = one.id and n.status = 'Waiting'),
      (select count(*)::int from notices n where n.organisation_id = one.id and n.status = 'Failed'),
      (select count(*)::int from kiosk_events e
        where e.organisation_id = one.id and e.outcome in ('refused', 'parked', 'unknown'));
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;

-- The programs of the kiosks by organisation. ONLINE: the last heartbeat is younger than so many heartbeats.
create function system_kiosks(at timestamptz, heartbeats int) returns table (
    organisation_id uuid, name text, app_version text, kiosks int, online int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select o.id, o.name from all_organisations() o loop
    perform set_config('app.property_ids', '*', true);
    perform set_config('app.organisation_id', one.id::text, true);
    return query select one.id, one.name, b.app_version, count(*)::int,
      (count(*) filter (where b.is_online and b.last_heart_beat > at - heartbeats * b.heartbeat_seconds * interval '1 second'))::int
      from locker_banks b where b.organisation_id = one.id and b.deleted_at is null group by b.app_version;
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;
