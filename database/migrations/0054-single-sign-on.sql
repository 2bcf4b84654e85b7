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
  -- Whoever saved the settings may give every role: only then super administrators sign in so.
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
-- The provider's token of a sign-in, encrypted: signing out there needs it.
create table single_sign_on_tokens (
  organisation_id uuid not null,
  sign_in_id uuid not null,
  id_token bytea not null,
  primary key (organisation_id, sign_in_id),
  foreign key (organisation_id, sign_in_id) references sign_ins (organisation_id, id) on delete cascade
);
select tenant_table('single_sign_on_tokens');
