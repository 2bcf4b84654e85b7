-- Facts of the whole installation, in one row.
create table installation (
  is_only boolean primary key default true check (is_only),
  -- Of the SECRET_KEY that encrypts the secrets in this database.
  key_fingerprint text not null
);
