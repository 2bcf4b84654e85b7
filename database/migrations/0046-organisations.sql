-- Organisations are listed, searched and sorted in the portal.
alter table organisations add column search_text text not null generated always as (fold_text(' ' || name || ' ' || system_name)) stored;
create index organisations_name on organisations (name collate natural_order, id);
create index organisations_system_name on organisations (system_name collate natural_order, id);
create index organisations_time_zone on organisations (time_zone collate natural_order, id);
create index organisations_active on organisations (is_active, id);
create index organisations_text on organisations using gin (search_text gin_trgm_ops);
