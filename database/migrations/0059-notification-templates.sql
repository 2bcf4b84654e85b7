-- Texts of notices that an organisation has changed; the others have the product's own texts.
create table notification_templates (
  organisation_id uuid not null references organisations (id), id uuid not null,
  -- Ids of features/notices/types.ts, and a language of features/notices/default-templates.ts.
  type_id smallint not null, medium_id smallint not null check (medium_id in (1, 2)), language text not null,
  -- Of an SMS the subject is its text.
  subject text not null, body text not null default '',
  primary key (organisation_id, id)
);
create unique index notification_templates_of on notification_templates (organisation_id, type_id, medium_id, language);
select tenant_table('notification_templates');
