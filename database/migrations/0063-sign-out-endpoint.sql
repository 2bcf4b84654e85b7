-- Where a single sign-on ends at its provider, kept so that signing out does not wait for the provider.
alter table single_sign_on_tokens add column end_session_endpoint text;
-- Users who come back by single sign-on after they were deleted are found by their address.
create index portal_users_deleted_email on portal_users (organisation_id, lower(email)) where deleted_at is not null;
