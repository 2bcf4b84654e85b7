-- Portal users are managed in the portal: without a password until an invitation is accepted, searched and listed.
alter table portal_users alter column password_hash drop not null;
alter table portal_users add column must_change_password boolean not null default false, add column invited_at timestamptz;
alter table portal_users add column search_text text not null generated always as (fold_text(
  ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone_number)) stored;
create index portal_users_last_name on portal_users (organisation_id, last_name collate natural_order, id) where deleted_at is null;
create index portal_users_first_name on portal_users (organisation_id, first_name collate natural_order, id) where deleted_at is null;
create index portal_users_email on portal_users (organisation_id, email collate natural_order, id) where deleted_at is null;
create index portal_users_role on portal_users (organisation_id, role_id, id) where deleted_at is null;
create index portal_users_text on portal_users using gin (search_text gin_trgm_ops);
create index portal_user_properties_property on portal_user_properties (organisation_id, property_id, portal_user_id);
create index portal_users_status on portal_users
  (organisation_id, (case when not is_active then 2 when password_hash is null then 3 else 1 end), id) where deleted_at is null;
