-- What the mobile app of an organisation shows: texts as HTML with few elements, colour, and whether residents open lockers with it.
create table mobile_app_settings (
  organisation_id uuid primary key references organisations (id),
  terms_and_conditions text not null,
  help_text text not null,
  contact_us text not null,
  background_color text not null,
  enable_remote_unlock boolean not null
);
select tenant_table('mobile_app_settings');
