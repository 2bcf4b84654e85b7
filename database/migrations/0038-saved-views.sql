-- Views of lists that users have saved (decisions "Saved views"). They belong to the user, like preferences.
create table saved_views (
  organisation_id uuid not null, id uuid not null, user_id uuid not null,
  -- The organisation whose list is shown; only super administrators work in others than their own.
  of_organisation_id uuid not null references organisations (id),
  list text not null, name text not null, position int not null, is_default boolean not null default false,
  content jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, user_id) references portal_users (organisation_id, id) on delete cascade
);
create unique index saved_views_name on saved_views (organisation_id, user_id, of_organisation_id, list, lower(name));
select tenant_table('saved_views');
