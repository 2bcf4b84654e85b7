-- Whom a registration may be: the same e-mail, the same digits of a phone number, the same name in a unit. Each is compared with
-- a column, because under row-level security no index goes by what a function makes of one.
alter table residents
  add column mobile_digits text not null generated always as (regexp_replace(mobile_phone, '[^0-9]', '', 'g')) stored;
create index residents_mobile on residents (organisation_id, property_id, mobile_digits) include (id) where deleted_at is null;

alter table agents
  add column email_key text not null generated always as (lower(email)) stored,
  add column mobile_digits text not null generated always as (regexp_replace(mobile_phone, '[^0-9]', '', 'g')) stored;
create index agents_email on agents (organisation_id, email_key, id) where deleted_at is null;
create index agents_mobile on agents (organisation_id, mobile_digits, id) where deleted_at is null;

alter table registrations
  add column email_key text not null generated always as (lower(email)) stored,
  add column mobile_digits text not null generated always as (regexp_replace(phone_number, '[^0-9]', '', 'g')) stored,
  add column unit_key text not null generated always as (lower(unit_number)) stored;
create index registrations_email on registrations (organisation_id, kind, email_key, id) where status = 1;
create index registrations_mobile on registrations (organisation_id, kind, mobile_digits, id) where status = 1;
create index registrations_unit on registrations (organisation_id, building_id, unit_key) where status = 1;
