-- Whether couriers may be deleted is asked once for all of them. The index holds what lies in a house alone, neither collected
-- nor recovered, so that it stays small however many packages there were.
create index packages_live_by_courier on packages (organisation_id, courier_id) where status_group not in (2, 6);

-- Of these couriers those whose packages lie in a house, in whichever property: a courier is the organisation's, and somebody
-- with some of the properties is not to delete one whose packages lie in another. Tells which they are, nothing more.
drop function courier_has_packages(uuid, int[]);
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
