-- Staff: portal users and how they sign in, couriers and their agents, and the logins of both at terminals.

create table portal_users (
  organisation_id uuid not null references organisations (id), id uuid not null,
  first_name text not null, last_name text not null,
  -- The e-mail is the user name.
  email text not null, phone_number text not null default '',
  role_id smallint not null,
  -- Null until an invitation is accepted.
  password_hash text, must_change_password boolean not null default false, invited_at timestamptz,
  is_active boolean not null default true,
  -- Null follows the organisation.
  language text check (language in ('en-US', 'en-GB', 'en-AU', 'es', 'de')),
  date_format text check (date_format in ('en-US', 'en-GB', 'international')),
  color_scheme text check (color_scheme in ('light', 'dark', 'auto')),
  search_text text not null generated always as (fold_text(
    ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || phone_number)) stored,
  created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id)
);
create unique index portal_users_name on portal_users (organisation_id, lower(email)) where deleted_at is null;
-- Users who come back by single sign-on after they were deleted are found by their address.
create index portal_users_deleted_email on portal_users (organisation_id, lower(email)) where deleted_at is not null;
create index portal_users_last_name on portal_users (organisation_id, last_name collate natural_order, id) where deleted_at is null;
create index portal_users_first_name on portal_users (organisation_id, first_name collate natural_order, id) where deleted_at is null;
create index portal_users_email on portal_users (organisation_id, email collate natural_order, id) where deleted_at is null;
create index portal_users_role on portal_users (organisation_id, role_id, id) where deleted_at is null;
create index portal_users_status on portal_users
  (organisation_id, (case when not is_active then 2 when password_hash is null then 3 else 1 end), id) where deleted_at is null;
create index portal_users_text on portal_users using gin (search_text gin_trgm_ops);
select tenant_table('portal_users');

create table portal_user_properties (
  organisation_id uuid not null, portal_user_id uuid not null, property_id uuid not null,
  primary key (organisation_id, portal_user_id, property_id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
create index portal_user_properties_property on portal_user_properties (organisation_id, property_id, portal_user_id);
select tenant_table('portal_user_properties');

-- Sign-ins: families of rotating refresh tokens, of which only hashes are stored.
create table sign_ins (
  organisation_id uuid not null references organisations (id), id uuid not null,
  portal_user_id uuid not null, created_at timestamptz not null default now(), expires_at timestamptz not null, ended_at timestamptz,
  -- When the password of this sign-in was entered last.
  confirmed_at timestamptz not null default clock_timestamp(),
  -- Of the last refresh.
  used_at timestamptz not null default now(), address text not null default '', user_agent text not null default '',
  primary key (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
create index sign_ins_user on sign_ins (organisation_id, portal_user_id);
create index sign_ins_age on sign_ins (organisation_id, expires_at);
select tenant_table('sign_ins');

create table refresh_tokens (
  organisation_id uuid not null, token_hash bytea not null, sign_in_id uuid not null, used_at timestamptz,
  primary key (organisation_id, token_hash),
  foreign key (organisation_id, sign_in_id) references sign_ins (organisation_id, id)
);
create index refresh_tokens_sign_in on refresh_tokens (organisation_id, sign_in_id);
select tenant_table('refresh_tokens');

create table password_resets (
  organisation_id uuid not null, id uuid not null, portal_user_id uuid not null, token_hash bytea not null,
  expires_at timestamptz not null, used_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
select tenant_table('password_resets');

-- Two-step sign-in: codes of an authenticator app, recovery codes and passkeys.
create table totp_secrets (
  organisation_id uuid not null, portal_user_id uuid not null, secret_encrypted bytea not null,
  -- Null until the first code was right.
  confirmed_at timestamptz,
  -- The last time step whose code was accepted: no code is accepted twice.
  last_step bigint not null default 0,
  primary key (organisation_id, portal_user_id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
select tenant_table('totp_secrets');

create table recovery_codes (
  organisation_id uuid not null, portal_user_id uuid not null, code_hash bytea not null, used_at timestamptz,
  primary key (organisation_id, portal_user_id, code_hash),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
select tenant_table('recovery_codes');

create table passkeys (
  organisation_id uuid not null, id uuid not null, portal_user_id uuid not null, name text not null,
  credential_id text not null, public_key bytea not null, counter bigint not null, transports text[] not null,
  created_at timestamptz not null default now(), used_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
create unique index passkeys_credential on passkeys (organisation_id, credential_id);
create index passkeys_user on passkeys (organisation_id, portal_user_id);
select tenant_table('passkeys');

-- What is between the first step of a sign-in and the second, or between a request for a passkey and its answer.
create table sign_in_tickets (
  organisation_id uuid not null references organisations (id), token_hash bytea not null,
  purpose text not null check (purpose in ('second step', 'passkey', 'new passkey')),
  -- Null for a sign-in that begins with a passkey.
  portal_user_id uuid, challenge text, expires_at timestamptz not null,
  primary key (organisation_id, token_hash),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
create index sign_in_tickets_user on sign_in_tickets (organisation_id, portal_user_id);
select tenant_table('sign_in_tickets');

-- Users sign in at their organisation's OpenID Connect provider.
create table single_sign_on (
  organisation_id uuid primary key references organisations (id),
  is_active boolean not null,
  issuer text not null,
  client_id text not null,
  -- Encrypted.
  client_secret bytea not null,
  button_name text not null,
  role_claim text not null,
  role_mapping jsonb not null,
  -- Of users who are added at their first sign-in; null adds nobody.
  default_role_id integer,
  -- The user who saved the settings may give every role: only then super administrators sign in so.
  gives_every_role boolean not null
);
select tenant_table('single_sign_on');
-- The one identity of a user at the provider.
create table single_sign_on_links (
  organisation_id uuid not null,
  portal_user_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (organisation_id, portal_user_id),
  unique (organisation_id, issuer, subject),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id) on delete cascade
);
select tenant_table('single_sign_on_links');
-- The provider's token of a sign-in, encrypted, and where signing out there ends; so that signing out does not wait for the provider.
create table single_sign_on_tokens (
  organisation_id uuid not null,
  sign_in_id uuid not null,
  id_token bytea not null,
  end_session_endpoint text,
  primary key (organisation_id, sign_in_id),
  foreign key (organisation_id, sign_in_id) references sign_ins (organisation_id, id) on delete cascade
);
select tenant_table('single_sign_on_tokens');

-- Views of lists that users have saved (decisions "Saved views"). They belong to the user, like preferences.
create table saved_views (
  organisation_id uuid not null, id uuid not null, user_id uuid not null,
  -- The organisation whose list is shown; only super administrators work in others than their own.
  of_organisation_id uuid not null references organisations (id),
  list text not null, name text not null, position int not null, is_default boolean not null default false,
  content jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, user_id) references portal_users (organisation_id, id) on delete cascade
);
create unique index saved_views_name on saved_views (organisation_id, user_id, of_organisation_id, list, lower(name));
select tenant_table('saved_views');

create table couriers (
  organisation_id uuid not null references organisations (id), id uuid not null,
  name text not null, description text not null default '', sort_order int not null default 0,
  is_dry_cleaning boolean not null default false,
  search_text text not null generated always as (fold_text(' ' || name)) stored,
  deleted_at timestamptz,
  primary key (organisation_id, id)
);
-- Of deleted ones too: agents are sorted along the names of couriers.
create index couriers_name on couriers (organisation_id, name collate natural_order, id);
create index couriers_description on couriers (organisation_id, ("left"(description, 100)) collate natural_order, id)
  where deleted_at is null;
create index couriers_sort_order on couriers (organisation_id, sort_order, id) where deleted_at is null;
create index couriers_dry_cleaning on couriers (organisation_id, is_dry_cleaning, id) where deleted_at is null;
create index couriers_text on couriers using gin (search_text gin_trgm_ops);
select tenant_table('couriers');

create table agents (
  organisation_id uuid not null references organisations (id), id uuid not null, courier_id uuid not null,
  role_id smallint not null check (role_id in (6, 7, 9)),
  first_name text not null, last_name text not null,
  full_name text not null generated always as (first_name || ' ' || last_name) stored,
  email text not null, mobile_phone text not null default '',
  -- For comparison with registrations: under row-level security no index serves an expression.
  email_key text not null generated always as (lower(email)) stored,
  mobile_digits text not null generated always as (regexp_replace(mobile_phone, '[^0-9]', '', 'g')) stored,
  search_text text not null generated always as (fold_text(
    ' ' || first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_phone, '[^0-9+]', '', 'g'))) stored,
  is_active boolean not null default true, created_at timestamptz not null default now(), deleted_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, courier_id) references couriers (organisation_id, id)
);
create index agents_first_name on agents (organisation_id, first_name collate natural_order, id) where deleted_at is null;
create index agents_last_name on agents (organisation_id, last_name collate natural_order, id) where deleted_at is null;
create index agents_courier on agents (organisation_id, courier_id, id) where deleted_at is null;
create index agents_email on agents (organisation_id, email_key, id) where deleted_at is null;
create index agents_mobile on agents (organisation_id, mobile_digits, id) where deleted_at is null;
create index agents_text on agents using gin (search_text gin_trgm_ops);
select tenant_table('agents');

create table agent_properties (
  organisation_id uuid not null, agent_id uuid not null, property_id uuid not null,
  primary key (organisation_id, agent_id, property_id),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
create index agent_properties_property on agent_properties (organisation_id, property_id, agent_id);
select tenant_table('agent_properties');

-- The logins at terminals, of agents and of portal users, share their names (decisions "People").
create table kiosk_logins (
  organisation_id uuid not null references organisations (id), id uuid not null,
  user_name text not null, pin_hash text not null, agent_id uuid, portal_user_id uuid,
  wrong_pins int not null default 0, is_locked boolean not null default false,
  -- Locking a login ends its sessions at all terminals, also at those of properties that the person who locks it does not see.
  sessions_ended_at timestamptz,
  primary key (organisation_id, id),
  check (num_nonnulls(agent_id, portal_user_id) = 1),
  foreign key (organisation_id, agent_id) references agents (organisation_id, id),
  foreign key (organisation_id, portal_user_id) references portal_users (organisation_id, id)
);
create unique index kiosk_logins_name on kiosk_logins (organisation_id, lower(user_name));
create unique index kiosk_logins_agent on kiosk_logins (organisation_id, agent_id) where agent_id is not null;
create unique index kiosk_logins_portal_user on kiosk_logins (organisation_id, portal_user_id) where portal_user_id is not null;
select tenant_table('kiosk_logins');
