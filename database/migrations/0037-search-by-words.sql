-- Search by words: each searched table has one text of all its searched fields, each word after a space, so that a word is found
-- anywhere in it and its beginning after a space. One trigram index a table (decisions "Search by words").

-- Without accents and in lower case, also for letters that have no accent to remove. By functions that are immutable, which those
-- of the extension unaccent are not.
create function fold_text(text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(replace(
      lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036F]', '', 'g') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıς’‘ʼ‐‑–', 'olddiσ''''''---')
$$;

-- The list's texts of single fields are found by the same index: what a field contains, the whole text contains.
alter table residents add column search_text text not null generated always as (fold_text(
  ' ' || first_name || ' ' || last_name || ' ' || unit_number || ' ' || email
  || ' ' || regexp_replace(mobile_phone, '[^0-9+]', '', 'g') || ' ' || external_id)) stored;
drop index residents_text;
create index residents_text on residents
  using gin (organisation_id, property_id, search_text gin_trgm_ops, mobile_digits) with (gin_pending_list_limit = 256);

alter table package_labels no force row level security;
alter table packages no force row level security;
alter table package_labels add column package_number text;
update package_labels l set package_number = p.package_number
  from packages p where p.organisation_id = l.organisation_id and p.id = l.package_id;
alter table package_labels alter column package_number set not null;
alter table package_labels add column search_text text not null generated always as (fold_text(
  ' ' || recipient_name || ' ' || unit_key || ' ' || package_number || ' ' || tracking_number)) stored;
alter table package_labels force row level security;
alter table packages force row level security;
drop index package_labels_text;
create index package_labels_text on package_labels using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
create or replace function package_labels_insert() returns trigger language plpgsql as $$ begin
  insert into package_labels (organisation_id, package_id, property_id, resident_id, drop_off_time, unit_key, recipient_name,
    tracking_number, package_number)
  select organisation_id, id, property_id, resident_id, drop_off_time, lower(unit_number), recipient_name,
    tracking_number, package_number from came;
  return null;
end $$;
create or replace function package_labels_update() returns trigger language plpgsql as $$ begin
  update package_labels set property_id = new.property_id, resident_id = new.resident_id, drop_off_time = new.drop_off_time,
    unit_key = lower(new.unit_number), recipient_name = new.recipient_name, tracking_number = new.tracking_number,
    package_number = new.package_number
  where organisation_id = new.organisation_id and package_id = new.id;
  return null;
end $$;
drop trigger labels_update on packages;
create trigger labels_update after update on packages for each row
  when ((old.property_id, old.resident_id, old.drop_off_time, old.unit_number, old.recipient_name, old.tracking_number, old.package_number)
    is distinct from
    (new.property_id, new.resident_id, new.drop_off_time, new.unit_number, new.recipient_name, new.tracking_number, new.package_number))
  execute function package_labels_update();

alter table couriers add column search_text text not null generated always as (fold_text(' ' || name)) stored;
drop index couriers_text;
create index couriers_text on couriers using gin (search_text gin_trgm_ops);

alter table agents add column search_text text not null generated always as (fold_text(
  ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_phone, '[^0-9+]', '', 'g'))) stored;
drop index agents_text;
create index agents_text on agents using gin (search_text gin_trgm_ops);

alter table registrations add column search_text text not null generated always as (fold_text(
  ' ' || first_name || ' ' || last_name || ' ' || unit_number || ' ' || email || ' ' || user_name
  || ' ' || regexp_replace(phone_number, '[^0-9+]', '', 'g'))) stored;
create index registrations_text on registrations using gin (search_text gin_trgm_ops);

-- Doors are found by their name among those of every bank.
alter table lockers add column search_text text not null generated always as (fold_text(' ' || name)) stored;
create index lockers_text on lockers using gin (search_text gin_trgm_ops);
