-- A kiosk works for one property, and its drop-off may be for somebody who has moved to another since: whether they were erased
-- is all that it is told of them. Whoever erases them waits until the transaction ends.
create function is_resident_erased(resident uuid) returns boolean language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.property_ids', true), '');
  is_erased boolean;
begin
  perform set_config('app.property_ids', '*', true);
  select r.erased_at is not null into is_erased from residents r where r.id = resident for key share;
  perform set_config('app.property_ids', scope, true);
  return coalesce(is_erased, false);
end $$;
