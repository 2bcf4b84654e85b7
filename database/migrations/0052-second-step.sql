-- Two-step sign-in: codes of an authenticator app, recovery codes and passkeys.
alter table organisations add column requires_second_step boolean not null default false;

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
