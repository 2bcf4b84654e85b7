-- A person with one name only has "-" for the other, which is not shown (platform/person-name.ts).

create function person_name(first_name text, last_name text) returns text language sql immutable parallel safe as $$
  select case when last_name = '-' then first_name when first_name = '-' then last_name else first_name || ' ' || last_name end
$$;

-- Its index goes with the column.
alter table residents drop column full_name;
alter table residents add column full_name text not null generated always as (person_name(first_name, last_name)) stored;
create index residents_by_first_name on residents (organisation_id, full_name collate natural_order, id)
  include (property_id, building_id, facet, is_active) where deleted_at is null;
