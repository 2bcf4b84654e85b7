-- How names and units are found (decisions "Search by words"). Each function has its twin in platform/fold-text.ts.

-- Without accents and in lower case, also letters whose accent is not a character of its own.
create function unaccented(text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(replace(
      lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036F]', '', 'g') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıς’‘ʼʻ′＇‐‑–—−', 'olddiσ''''''''''''-----')
$$;

-- The same without hyphens and apostrophes, which labels leave out: whether two names are one person's.
create function plain_name(text) returns text language sql immutable strict parallel safe as $$
  select translate(unaccented($1), '-''`´', '')
$$;

-- How words are searched: also with a, o and u for ae, oe, ue and aa, in which labels write ä, ö, ü and å.
create or replace function fold_text(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(plain_name($1), '(a)[ae]+|([ou])e+', '\1\2', 'g')
$$;

-- A unit as units compare: without designators such as APT, without marks but between digits, and without leading zeros.
create function unit_key(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(replace(regexp_replace(regexp_replace(
      regexp_replace(regexp_replace(unaccented($1), '^[\s!-/:-@[-`{-~\u00A0-\u00B1\u00B4-\u00B8\u00BA\u00BB\u00BF\u2000-\u206F\uFEFF]+', ''),
        '^(?:(?:apartment|appartement|apartamento|apto|apt|app|unit|unidad|suite|ste|room|rm|flat|number|numero|nummer|no|nr|n[\u00BA\u00B0]|wohnung|wohneinheit|whg|vivienda|departamento|depto|dpto)(?:[\s!-/:-@[-`{-~\u00A0-\u00B1\u00B4-\u00B8\u00BA\u00BB\u00BF\u2000-\u206F\uFEFF]+|(?=[0-9])))+(?=.)', ''),
      '([0-9])[\s!-/:-@[-`{-~\u00A0-\u00B1\u00B4-\u00B8\u00BA\u00BB\u00BF\u2000-\u206F\uFEFF]+(?=[0-9])', E'\\1\u0001', 'g'),
    '[\s!-/:-@[-`{-~\u00A0-\u00B1\u00B4-\u00B8\u00BA\u00BB\u00BF\u2000-\u206F\uFEFF]', '', 'g'), E'\u0001', '-'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g')
$$;

-- PostgreSQL does not compute generated columns again when their function changes: each is dropped and added, with its indexes.
do $$ declare generated record; indexes text[]; statement text; expression text; begin
  for generated in
    select a.attrelid, a.attrelid::regclass as name, a.attname, a.attnum, pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attgenerated = 's' and not a.attisdropped and (pg_get_expr(d.adbin, d.adrelid) like '%fold_text%' or a.attname = 'unit_key')
  loop
    expression := case
      when generated.attname = 'unit_key' then 'unit_key(unit_number)'
      -- The unit in both forms, so that words find it as it is written and as it is compared.
      when generated.name in ('residents'::regclass, 'registrations'::regclass)
        then replace(generated.expression, 'unit_number', 'unit_number || '' '' || unit_key(unit_number)')
      else generated.expression
    end;
    select array_agg(pg_get_indexdef(indexrelid)) into indexes from pg_index
      where indrelid = generated.attrelid and generated.attnum = any (indkey);
    execute format('alter table %s drop column %I', generated.name, generated.attname);
    execute format('alter table %s add column %I text not null generated always as (%s) stored', generated.name, generated.attname, expression);
    foreach statement in array coalesce(indexes, '{}') loop execute statement; end loop;
  end loop;
end $$;

create or replace function package_labels_insert() returns trigger language plpgsql as $$ begin
  insert into package_labels (organisation_id, package_id, property_id, resident_id, drop_off_time, unit_key, recipient_name,
    tracking_number, package_number)
  select organisation_id, id, property_id, resident_id, drop_off_time, unit_key(unit_number), recipient_name,
    tracking_number, package_number from came;
  return null;
end $$;
create or replace function package_labels_update() returns trigger language plpgsql as $$ begin
  update package_labels set property_id = new.property_id, resident_id = new.resident_id, drop_off_time = new.drop_off_time,
    unit_key = unit_key(new.unit_number), recipient_name = new.recipient_name, tracking_number = new.tracking_number,
    package_number = new.package_number
  where organisation_id = new.organisation_id and package_id = new.id;
  return null;
end $$;
-- The owner of the tables is no tenant.
alter table packages no force row level security;
alter table package_labels no force row level security;
update package_labels l set unit_key = unit_key(p.unit_number)
  from packages p where p.organisation_id = l.organisation_id and p.id = l.package_id and l.unit_key <> unit_key(p.unit_number);
alter table packages force row level security;
alter table package_labels force row level security;
