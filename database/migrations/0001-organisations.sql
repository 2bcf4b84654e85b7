-- Tenants: the rules that close their tables, organisations with their settings, and what every request needs.
-- The key of a tenant's table is (organisation_id, id) and its foreign keys are composite, so that no row can refer to another
-- organisation. Its policy is forced on the owner too.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
-- Under row-level security an index serves only a leakproof operator, and the function of ilike is not marked so. The superuser who
-- prepared the database may have marked it; where nobody may (hosted databases), a search for a part of a word reads more rows.
do $$ begin
  alter function texticlike(text, text) leakproof;
exception when insufficient_privilege then
  raise notice 'texticlike stays as it is: a search for a part of a word will be slower';
end $$;

-- The scope of the transaction. Unset or empty is no organisation and no property, '*' every property, otherwise a comma list of ids.
create function app_organisation() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.organisation_id', true), '')::uuid $$;
create function app_every_property() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.property_ids', true), '') = '*' $$;
create function app_properties() returns uuid[] language sql stable parallel safe
  as $$ select case when coalesce(current_setting('app.property_ids', true), '') in ('', '*') then '{}'::uuid[]
                    else string_to_array(current_setting('app.property_ids', true), ',')::uuid[] end $$;

-- Closes a table: its rows belong to the organisation and, where `scope` names a column, to one of its properties.
create function tenant_table(name text, scope text default null) returns void language plpgsql as $$
declare
  rule text := 'organisation_id = (select app_organisation())';
begin
  if scope is not null then
    rule := rule || format(' and ((select app_every_property()) or %I = any ((select app_properties())::uuid[]))', scope);
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy tenant on %I using (%s) with check (%s)', name, rule, rule);
end $$;

-- Maintains counters: after every insert, update and delete on `source` runs `keep`, a statement that reads `changed_rows` (the rows
-- with `by`: 1 for a new row, -1 for a former one). Once for each statement and, by the order of `keep`, in the order of keys, so that
-- two transactions that change the same counters wait for each other and never deadlock (decisions "Counters by triggers").
create function keep_numbers(source text, keep text) returns void language plpgsql as $$
declare
  event text; seen text; tables text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    select case event when 'insert' then 'select *, 1 as by from came'
                      when 'delete' then 'select *, -1 as by from went'
                      else 'select *, 1 as by from came union all select *, -1 from went' end,
           case event when 'insert' then 'new table as came' when 'delete' then 'old table as went'
                      else 'new table as came old table as went' end into seen, tables;
    execute format('create function %I() returns trigger language plpgsql as $body$ begin %s; return null; end $body$',
      source || '_' || event || '_counts', replace(keep, 'changed_rows', '(' || seen || ')'));
    execute format('create trigger counts_%s after %s on %I referencing %s for each statement execute function %I()',
      event, event, source, tables, source || '_' || event || '_counts');
  end loop;
end $$;

-- The order of names: numbers in them sort as numbers, and case counts last.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

-- Search by words: each searched table has one text of all its searched fields, each after a space, and one trigram index, so that a
-- word is found anywhere in it and its beginning after a space (decisions "Search by words"). This function removes accents and upper
-- case, also of letters whose accent is not a character of its own. Its functions are immutable; those of the extension unaccent are not.
create function fold_text(text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(replace(
      lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036F]', '', 'g') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıς’‘ʼ‐‑–', 'olddiσ''''''---')
$$;

create table organisations (
  id uuid primary key,
  organisation_id uuid not null generated always as (id) stored,
  name text not null,
  system_name text not null unique check (system_name = lower(system_name)),
  description text not null default '',
  time_zone text not null,
  culture text not null default 'en-US',
  is_active boolean not null default true,
  is_super_admin boolean not null default false,
  requires_second_step boolean not null default false,
  search_text text not null generated always as (fold_text(' ' || name || ' ' || system_name)) stored,
  created_at timestamptz not null default now()
);
create index organisations_name on organisations (name collate natural_order, id);
create index organisations_system_name on organisations (system_name collate natural_order, id);
create index organisations_time_zone on organisations (time_zone collate natural_order, id);
create index organisations_active on organisations (is_active, id);
create index organisations_operator on organisations (created_at, id) where is_super_admin;
create index organisations_text on organisations using gin (search_text gin_trgm_ops);
-- Queries without a tenant see all rows, but only inside security-definer functions (decisions "Untenanted queries").
alter table organisations enable row level security;
alter table organisations force row level security;
create policy tenant on organisations
  using (id = (select app_organisation()) or (select coalesce(current_setting('app.untenanted', true), '')) = 'organisations')
  with check (id = (select app_organisation()));

-- plpgsql with set_config, because only superusers may set such a name in a function's own SET clause.
create function all_organisations() returns table (id uuid, name text, system_name text, is_active boolean, is_super_admin boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.untenanted', 'organisations', true);
  return query select o.id, o.name, o.system_name, o.is_active, o.is_super_admin from organisations o order by o.name, o.id;
  perform set_config('app.untenanted', '', true);
end $$;
create function find_organisation(any_case_name text)
  returns table (id uuid, name text, system_name text, is_active boolean, is_super_admin boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.untenanted', 'organisations', true);
  return query select o.id, o.name, o.system_name, o.is_active, o.is_super_admin from organisations o
    where o.system_name = lower(trim(any_case_name));
  perform set_config('app.untenanted', '', true);
end $$;
-- The organisation that operates the installation: the forms of the public site are its own.
create function operator_organisation() returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare found uuid;
begin
  perform set_config('app.untenanted', 'organisations', true);
  select o.id into found from organisations o where o.is_super_admin and o.is_active order by o.created_at, o.id limit 1;
  perform set_config('app.untenanted', '', true);
  return found;
end $$;

-- General settings of an organisation that differ from their defaults.
create table organisation_settings (
  organisation_id uuid not null references organisations,
  name text not null,
  value text not null,
  primary key (organisation_id, name)
);
select tenant_table('organisation_settings');

-- The last local day for which an organisation's summary was sent.
create table organisation_summaries (
  organisation_id uuid primary key references organisations,
  day date not null
);
select tenant_table('organisation_summaries');

-- Pictures of an organisation, as the server has encoded them.
create table organisation_images (
  organisation_id uuid not null references organisations (id),
  kind text not null check (kind in ('organisation', 'mobile app')),
  png bytea not null,
  hash text not null,
  primary key (organisation_id, kind)
);
select tenant_table('organisation_images');

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

-- The account by which an organisation sends SMS. The token is encrypted; no reply contains it.
create table sms_gateways (
  organisation_id uuid primary key references organisations (id),
  account_sid text not null,
  auth_token_encrypted bytea not null,
  sender_phone_number text not null,
  is_enabled boolean not null
);
select tenant_table('sms_gateways');

-- Facts of the whole installation, in one row.
create table installation (
  is_only boolean primary key default true check (is_only),
  -- Of the SECRET_KEY that encrypts the secrets in this database.
  key_fingerprint text not null
);

-- The table of rate-limiter-flexible: keys are hashes, no tenant.
create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);

create table idempotency_keys (
  organisation_id uuid not null references organisations (id), user_id uuid not null, operation text not null, key text not null,
  request_hash bytea not null, reply jsonb, created_at timestamptz not null default now(),
  primary key (organisation_id, user_id, operation, key)
);
create index idempotency_keys_age on idempotency_keys (organisation_id, created_at);
select tenant_table('idempotency_keys');

-- Accepted answers to captchas until they would have expired: none is accepted twice.
create table captcha_answers (
  organisation_id uuid not null references organisations (id), answer_hash bytea not null, expires_at timestamptz not null,
  primary key (organisation_id, answer_hash)
);
select tenant_table('captcha_answers');
