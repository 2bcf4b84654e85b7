-- Who wants the newsletter of the public site: rows of the operator's organisation.
create table newsletter_subscribers (
  organisation_id uuid not null references organisations, id uuid not null,
  email text not null,
  requested_at timestamptz not null default now(),
  -- The link of the e-mail was opened.
  confirmed_at timestamptz,
  primary key (organisation_id, id)
);
create unique index newsletter_subscribers_email on newsletter_subscribers (organisation_id, lower(email));
create index newsletter_subscribers_by_time on newsletter_subscribers (organisation_id, requested_at desc, id);
select tenant_table('newsletter_subscribers');
