-- The account by which an organisation sends SMS. The token is encrypted; no reply contains it.
create table sms_gateways (
  organisation_id uuid primary key references organisations (id),
  account_sid text not null,
  auth_token_encrypted bytea not null,
  sender_phone_number text not null,
  is_enabled boolean not null
);
select tenant_table('sms_gateways');
