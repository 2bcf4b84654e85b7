-- The servers and mailboxes of all organisations from which files are fetched, for the system page.
create function system_fetches() returns table (
    organisation_id uuid, name text, kind text, last_run_at timestamptz, last_failure text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select o.id, o.name from all_organisations() o loop
    perform set_config('app.property_ids', '*', true);
    perform set_config('app.organisation_id', one.id::text, true);
    return query select one.id, one.name, s.kind, s.last_run_at, s.last_failure
      from import_sources s where s.organisation_id = one.id and s.is_active;
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;
