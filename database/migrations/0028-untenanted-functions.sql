-- The security-definer functions for queries without a tenant, and the setting of their policies, by plain names.
drop function door_organisations();
drop function door_organisation(text);
drop function door_locker_bank(uuid);

alter policy tenant on organisations
  using (id = (select app_organisation()) or (select coalesce(current_setting('app.untenanted', true), '')) = 'organisations');
alter policy tenant on locker_bank_owners
  using (organisation_id = (select app_organisation())
    or (select coalesce(current_setting('app.untenanted', true), '')) = 'locker banks');

-- plpgsql with set_config, because only superusers may set such a name in a function's own SET clause.
create function all_organisations() returns table (id uuid, name text, system_name text, is_active boolean, is_super_admin boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.untenanted', 'organisations', true);
  return query select o.id, o.name, o.system_name, o.is_active, o.is_super_admin from organisations o order by o.name, o.id;
  perform set_config('app.untenanted', '', true);
end $$;
create function find_organisation(any_case_name text)
  returns table (id uuid, name text, system_name text, is_active boolean, is_super_admin boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.untenanted', 'organisations', true);
  return query select o.id, o.name, o.system_name, o.is_active, o.is_super_admin from organisations o
    where o.system_name = lower(trim(any_case_name));
  perform set_config('app.untenanted', '', true);
end $$;
create function locker_bank_owner(bank_id uuid) returns table (organisation_id uuid, property_id uuid)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.untenanted', 'locker banks', true);
  return query select o.organisation_id, o.property_id from locker_bank_owners o where o.locker_bank_id = bank_id;
  perform set_config('app.untenanted', '', true);
end $$;
