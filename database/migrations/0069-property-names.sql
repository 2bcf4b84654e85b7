-- Whether another property of the organisation has a name, also one that the caller may not see.
create function property_name_taken(wanted text, except_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  scope text := current_setting('app.property_ids', true);
  taken boolean;
begin
  perform set_config('app.property_ids', '*', true);
  select exists (
    select from properties where organisation_id = app_organisation() and deleted_at is null
      and lower(name) = lower(wanted) and id <> except_id
  ) into taken;
  perform set_config('app.property_ids', coalesce(scope, ''), true);
  return taken;
end $$;
create index properties_lower_name on properties (organisation_id, lower(name)) where deleted_at is null;
