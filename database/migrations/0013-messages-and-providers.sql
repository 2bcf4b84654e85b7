-- What a message says of itself, so that a person finds a refused one in the mailbox.
alter table import_fetches
  add column message_subject text not null default '',
  add column message_from text not null default '',
  add column message_sent_at timestamptz;

-- Addresses count although the provider does not say that it has verified them.
alter table single_sign_on add column trusts_addresses boolean not null default false;
