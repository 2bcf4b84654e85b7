-- What the lists of couriers and agents are sorted and searched by. A sort of agents by courier goes along the couriers' names
-- and takes each one's agents.
create index couriers_name on couriers (organisation_id, name collate natural_order, id);
create index couriers_sort_order on couriers (organisation_id, sort_order, id) where deleted_at is null;
create index couriers_dry_cleaning on couriers (organisation_id, is_dry_cleaning, id) where deleted_at is null;
create index couriers_text on couriers using gin (name gin_trgm_ops);

alter table agents add column full_name text not null generated always as (first_name || ' ' || last_name) stored;
create index agents_first_name on agents (organisation_id, first_name collate natural_order, id) where deleted_at is null;
create index agents_last_name on agents (organisation_id, last_name collate natural_order, id) where deleted_at is null;
create index agents_courier on agents (organisation_id, courier_id, id) where deleted_at is null;
create index agents_text on agents using gin (full_name gin_trgm_ops);
create index agent_properties_property on agent_properties (organisation_id, property_id, agent_id);

-- A courier is the organisation's, its packages are the properties': somebody with some of them is not to delete a courier
-- whose packages lie in another. Tells whether there are any, nothing more.
create function courier_has_packages(courier uuid, groups int[]) returns boolean language plpgsql as $$
declare
  scope text := coalesce(current_setting('app.property_ids', true), '');
  held boolean;
begin
  perform set_config('app.property_ids', '*', true);
  select exists (select from packages where courier_id = courier and status_group = any (groups)) into held;
  perform set_config('app.property_ids', scope, true);
  return held;
end $$;
