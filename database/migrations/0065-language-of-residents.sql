-- The language of a resident's messages (platform/language.ts); '' follows the organisation.
alter table residents add column language text not null default ''
  check (language in ('', 'en-US', 'en-GB', 'en-AU', 'es', 'de'));
