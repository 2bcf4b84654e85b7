-- A part of a name is looked for within one organisation: whoever is called so elsewhere is neither read nor compared.
create extension if not exists btree_gin;
drop index residents_text;
create index residents_text on residents
  using gin (organisation_id, first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops) with (gin_pending_list_limit = 256);

-- An organisation's order is read from the index alone, which takes the property with it: row-level security asks for that.
drop index residents_all_by_last_name, residents_all_by_first_name, residents_all_by_unit;
create index residents_all_by_last_name on residents (organisation_id, by_last_name collate natural_order, id)
  include (property_id) where deleted_at is null;
create index residents_all_by_first_name on residents (organisation_id, full_name collate natural_order, id)
  include (property_id) where deleted_at is null;
create index residents_all_by_unit on residents (organisation_id, by_unit collate natural_order, id)
  include (property_id) where deleted_at is null;
