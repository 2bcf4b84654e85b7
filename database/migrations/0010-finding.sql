-- How names and units are found (decisions "Search by words"). Each function has its twin in platform/fold-text.ts.

-- In lower case without accents and invisible characters, with usual blanks, hyphens, apostrophes, letters and digits: an accent that
-- stands alone is an apostrophe, and a raised or broken digit behind a digit is not its next one.
create function unaccented(text) returns text language sql immutable strict parallel safe as $$
  select translate(replace(replace(replace(replace(
      lower(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        normalize(regexp_replace($1, '([0-9])([\u00B2\u00B3\u00B9\u00BC-\u00BE\u2070-\u2079\u2080-\u2089\u2150-\u215F\u2189])', '\1-\2', 'g'), NFKD),
        ' [\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+', '''', 'g'),
        '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]+', '', 'g'),
        '[\u0009-\u000D\u0085\u1680\u2028\u2029]', ' ', 'g'),
        '[`\u02B9-\u02BF\u02C8\u02CA\u02CB\u055A\u05F3\u2018\u2019\u201B\u2032\u2035\uA78B\uA78C]', '''', 'g'),
        '[\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u2212\u2E17\u2E1A\u2E3A\u2E3B\u2E40\u301C\u3030\u30A0]', '-', 'g') collate "und-x-icu"),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    'øłđðıς', 'olddiσ')
$$;

-- Without hyphens and apostrophes, which labels leave out, but those between two digits: 1-11 and 111 are two.
create function without_hyphens(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace($1, '(?<![0-9''-])[''-]+|[''-]+(?![0-9''-])', '', 'g')
$$;

-- Whether two names are one person's.
create function plain_name(text) returns text language sql immutable strict parallel safe as $$
  select without_hyphens(unaccented($1))
$$;

-- How words are searched: also with a, o and u for ae, oe, ue and aa, in which labels write ä, ö, ü and å.
create or replace function fold_text(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(plain_name($1), '(a)[ae]+|([ou])e+', '\1\2', 'g')
$$;

-- A unit as units compare: without designators such as APT, without marks but between digits, and without leading zeros.
create function unit_key(text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(without_hyphens(regexp_replace(ltrim(regexp_replace(
        regexp_replace(unaccented(translate($1, 'ºª', '°°')), '(^|[^0-9a-z])n°', '\1no.', 'g'),
        '[\u0001-/:-@[-`{-~\u00A1-\u00BF\u2000-\u206F\u3001-\u3003]+', '-', 'g'), '-'),
      '^(?:(?:apartment|appartement|apartamento|apto|apt|app|unit|unidad|suite|ste|room|rm|flat|number|numero|nummer|no|nr|wohnung|wohneinheit|whg|vivienda|departamento|depto|dpto)(?:-|(?=[0-9])))+(?=.)', '')),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g')
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
      -- Tracking numbers are found with and without the blanks and hyphens in them.
      when generated.name = 'package_labels'::regclass
        then replace(generated.expression, 'tracking_number',
          'tracking_number || case when tracking_number ~ ''[ -]'' then '' '' || translate(tracking_number, '' -'', '''') else '''' end')
      -- Phone numbers compare by their digits.
      when generated.name in ('portal_users'::regclass, 'enquiries'::regclass)
        then regexp_replace(generated.expression, '\mphone(_number)?\M', 'regexp_replace(\&, ''[^0-9+]'', '''', ''g'')')
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
