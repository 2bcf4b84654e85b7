-- What somebody chose of how the portal speaks to them; null follows the organisation.
alter table portal_users
  add column language text check (language in ('en-US', 'en-GB', 'en-AU', 'es', 'de')),
  add column date_format text check (date_format in ('en-US', 'en-GB', 'international'));
