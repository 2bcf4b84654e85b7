-- What is read about all of it: trends, reports, the audit trail and the system page; and the forms of the public site.

-- Numbers of each place and local day, kept so that pictures over months cost no more than their days.
create table package_days (
  organisation_id uuid not null, property_id uuid not null,
  -- A locker bank or a mailroom.
  place_id uuid not null,
  day date not null,
  dropped_off int not null, collected int not null, recovered int not null, expired int not null,
  -- Collected packages by the time they waited: features/trends/contract.ts has the limits.
  waited int[] not null,
  primary key (organisation_id, property_id, place_id, day),
  foreign key (organisation_id, property_id) references properties (organisation_id, id)
);
create index package_days_by_day on package_days (organisation_id, day);
select tenant_table('package_days', 'property_id');

-- The fullest state of each size of a locker bank in each hour.
create table locker_hours (
  organisation_id uuid not null, property_id uuid not null, locker_bank_id uuid not null,
  hour timestamptz not null,
  size int not null,
  occupied int not null, lockers int not null,
  primary key (organisation_id, locker_bank_id, hour, size),
  foreign key (organisation_id, locker_bank_id) references locker_banks (organisation_id, id)
);
create index locker_hours_by_property on locker_hours (organisation_id, property_id, hour);
select tenant_table('locker_hours', 'property_id');

-- When the days of an organisation were counted last, so that pictures can show how old their numbers are.
create table trend_counts (
  organisation_id uuid primary key references organisations,
  counted_at timestamptz not null
);
select tenant_table('trend_counts');

-- The report service: viewers, their instances and documents. A document shows a render; equal documents of a user share one.
create table report_clients (
  organisation_id uuid not null, id uuid not null,
  user_id uuid not null,
  used_at timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index report_clients_used on report_clients (organisation_id, used_at);
select tenant_table('report_clients');

create table report_instances (
  organisation_id uuid not null, id uuid not null,
  client_id uuid not null,
  report text not null,
  -- As the user gave them, checked.
  parameters jsonb not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, client_id) references report_clients (organisation_id, id) on delete cascade
);
create index report_instances_client on report_instances (organisation_id, client_id);
select tenant_table('report_instances');

create table report_renders (
  organisation_id uuid not null, id uuid not null,
  -- The rights at the time of the request: null for every property.
  user_id uuid not null,
  property_ids uuid[],
  report text not null,
  format text not null,
  parameters jsonb not null,
  changes jsonb not null,
  language text not null,
  date_format text not null,
  -- Equal for equal content of one user.
  content_key bytea not null,
  state text not null default 'Working' check (state in ('Working', 'Ready', 'Failed')),
  failure text,
  -- Pages, or parts of a file, that are stored already.
  parts integer not null default 0,
  run_id uuid,
  created_at timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index report_renders_content on report_renders (organisation_id, content_key, created_at);
create index report_renders_user on report_renders (organisation_id, user_id, state);
create index report_renders_created on report_renders (organisation_id, created_at);
select tenant_table('report_renders');

create table report_parts (
  organisation_id uuid not null, render_id uuid not null,
  number integer not null,
  content bytea not null,
  -- Of the page: one list of all pages would be written again for each of them.
  bookmarks jsonb,
  primary key (organisation_id, render_id, number),
  foreign key (organisation_id, render_id) references report_renders (organisation_id, id) on delete cascade
);
select tenant_table('report_parts');

create table report_documents (
  organisation_id uuid not null, id uuid not null,
  instance_id uuid not null,
  render_id uuid not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, instance_id) references report_instances (organisation_id, id) on delete cascade,
  foreign key (organisation_id, render_id) references report_renders (organisation_id, id) on delete cascade
);
create index report_documents_instance on report_documents (organisation_id, instance_id);
create index report_documents_render on report_documents (organisation_id, render_id);
select tenant_table('report_documents');

-- Who made which report when, or was sent it, and how it ended; the documents themselves are kept an hour only.
create table report_runs (
  organisation_id uuid not null references organisations (id), id uuid not null,
  -- Also a super administrator of another organisation.
  user_id uuid not null,
  user_name text not null,
  report text not null,
  format text not null,
  parameters jsonb not null,
  state text not null default 'Working' check (state in ('Working', 'Done', 'Failed', 'Cancelled', 'NotSent')),
  -- Why it failed or was not sent: a packed message.
  reason text,
  row_count integer,
  is_scheduled boolean not null default false,
  -- The schedule that it was for; it may be deleted by now.
  schedule_id uuid,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (organisation_id, id)
);
create index report_runs_started on report_runs (organisation_id, started_at, id);
create index report_runs_user on report_runs (organisation_id, user_id, started_at, id);
select tenant_table('report_runs');

-- Reports that are sent by e-mail on a schedule.
create table report_schedules (
  organisation_id uuid not null references organisations (id), id uuid not null,
  -- Who made it; it goes on when they leave.
  user_id uuid not null,
  user_name text not null,
  name text not null,
  report text not null,
  format text not null,
  -- The days of a report that has some; the others of its parameters are values.
  period text not null,
  parameters jsonb not null,
  frequency text not null check (frequency in ('Daily', 'Weekly', 'Monthly')),
  weekday integer not null check (weekday between 1 and 7),
  month_day integer not null check (month_day between 1 and 31),
  hour integer not null check (hour between 0 and 23),
  time_zone text not null,
  next_at timestamptz not null,
  is_active boolean not null,
  primary key (organisation_id, id)
);
create index report_schedules_due on report_schedules (organisation_id, next_at) where is_active;
select tenant_table('report_schedules');

create table report_schedule_recipients (
  organisation_id uuid not null, schedule_id uuid not null, user_id uuid not null,
  primary key (organisation_id, schedule_id, user_id),
  foreign key (organisation_id, schedule_id) references report_schedules (organisation_id, id) on delete cascade,
  foreign key (organisation_id, user_id) references portal_users (organisation_id, id)
);
select tenant_table('report_schedule_recipients');

-- The audit trail: append-only (grants.sql gives no update or delete), and a hash chain of each organisation's entries (decisions "Audit
-- trail"). Entries are inserted unchained, so that writers do not wait for each other; chain_audit appends committed ones to the chain.
create table audit (
  organisation_id uuid not null references organisations (id), id uuid not null, at timestamptz not null default now(),
  actor_id uuid, actor_name text not null, action text not null,
  -- The kind of record that the entry is about; null for an action about several kinds.
  kind text,
  subject_id uuid, detail jsonb not null default '{}',
  -- From where the change was made.
  address text, client text,
  seq bigint generated always as identity,
  chain_position bigint, detail_hash bytea, hash bytea,
  primary key (organisation_id, id)
);
create unique index audit_chain on audit (organisation_id, chain_position) where chain_position is not null;
create index audit_unchained on audit (organisation_id, seq) where chain_position is null;
-- The lists: by time, and by time within one actor, action, kind or subject. By actor and action together without an index of its own, all
-- entries of the person would be read (598 ms p99 of 3,000,000 entries).
create index audit_at on audit (organisation_id, at, id);
create index audit_actor on audit (organisation_id, actor_id, at, id);
create index audit_action on audit (organisation_id, action, at, id);
create index audit_actor_action on audit (organisation_id, actor_id, action, at, id);
create index audit_kind on audit (organisation_id, kind, at, id);
create index audit_subject on audit (organisation_id, subject_id, at, id);
select tenant_table('audit');
-- The serving role may insert entries, but not their place in the chain: only chain_audit, which runs as the owner and updates, sets it.
create policy audit_unchained on audit as restrictive for insert
  with check (chain_position is null and detail_hash is null and hash is null);

-- The end of each chain: without it, missing last entries would not be noticed.
create table audit_heads (
  organisation_id uuid primary key references organisations (id), chain_position bigint not null, hash bytea not null
);
select tenant_table('audit_heads');

-- What an entry's hash covers. It covers a hash of the detail, so the detail could be emptied without breaking the chain.
create function audit_detail_hash(detail jsonb) returns bytea language sql immutable parallel safe
  return sha256(convert_to(detail::text, 'UTF8'));
create function audit_content(line audit, detail_hash bytea) returns bytea language sql stable parallel safe
  return convert_to(jsonb_build_array(line.organisation_id, line.id, extract(epoch from line.at), line.actor_id, line.actor_name,
    line.action, line.subject_id, line.address, line.client, line.seq, encode(detail_hash, 'hex'))::text, 'UTF8');

create function audit_next_hash(state bytea, start bytea, content bytea) returns bytea language sql immutable parallel safe
  return sha256(coalesce(state, start) || content);
create aggregate audit_chain_hash(start bytea, content bytea) (sfunc = audit_next_hash, stype = bytea);

-- Appends up to `most` committed entries of the transaction's organisation to its chain, in the order of their insertion, and returns
-- how many. One at a time: returns 0 while another transaction does the same. Definer: the serving role cannot change the audit trail.
create function chain_audit(most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tenant uuid := app_organisation();
  head audit_heads;
  last audit_heads;
  chained int;
begin
  if not pg_try_advisory_xact_lock(hashtext('audit chain'), hashtext(tenant::text)) then return 0; end if;
  select * into head from audit_heads where organisation_id = tenant;
  with unchained as (
    select a as line, audit_detail_hash(a.detail) as detail_hash from audit a
      where a.organisation_id = tenant and a.chain_position is null order by a.seq limit most
  ), next as (
    select (line).id as id, detail_hash,
      coalesce(head.chain_position, 0) + row_number() over by_seq as chain_position,
      audit_chain_hash(coalesce(head.hash, ''), audit_content(line, detail_hash)) over by_seq as hash
    from unchained window by_seq as (order by (line).seq)
  ), updated as (
    update audit a set chain_position = n.chain_position, detail_hash = n.detail_hash, hash = n.hash
    from next n where a.organisation_id = tenant and a.id = n.id returning a.chain_position, a.hash
  )
  select tenant, u.chain_position, u.hash, count(*) over () into last.organisation_id, last.chain_position, last.hash, chained
    from updated u order by u.chain_position desc limit 1;
  if chained is null then return 0; end if;
  insert into audit_heads (organisation_id, chain_position, hash) values (tenant, last.chain_position, last.hash)
    on conflict (organisation_id) do update set chain_position = excluded.chain_position, hash = excluded.hash;
  return chained;
end $$;

-- Numbers for the operators of the installation: it looks as each organisation, and returns only counts.
create function system_counts() returns table (
    organisation_id uuid, name text,
    mails_waiting int, oldest_mail timestamptz, mails_failed int,
    notices_waiting int, oldest_notice timestamptz, notices_failed int,
    events_unapplied int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select o.id, o.name from all_organisations() o loop
    perform set_config('app.property_ids', '*', true);
    perform set_config('app.organisation_id', one.id::text, true);
    return query select one.id, one.name,
      (select count(*)::int from mails m where m.organisation_id = one.id and m.sent_at is null and m.failed_at is null),
      (select min(m.created_at) from mails m where m.organisation_id = one.id and m.sent_at is null and m.failed_at is null),
      (select count(*)::int from mails m where m.organisation_id = one.id and m.sent_at is null and m.failed_at is not null),
      (select count(*)::int from notices n where n.organisation_id = one.id and n.status in ('Waiting', 'Sending')),
      (select min(n.due_at) from notices n where n.organisation_id = one.id and n.status = 'Waiting'),
      (select count(*)::int from notices n where n.organisation_id = one.id and n.status = 'Failed'),
      (select count(*)::int from kiosk_events e
        where e.organisation_id = one.id and e.outcome in ('refused', 'parked', 'unknown'));
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;

-- The programs of the kiosks by organisation. ONLINE: the last heartbeat is younger than so many heartbeats.
create function system_kiosks(at timestamptz, heartbeats int) returns table (
    organisation_id uuid, name text, app_version text, kiosks int, online int)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select o.id, o.name from all_organisations() o loop
    perform set_config('app.property_ids', '*', true);
    perform set_config('app.organisation_id', one.id::text, true);
    return query select one.id, one.name, b.app_version, count(*)::int,
      (count(*) filter (where b.is_online and b.last_heart_beat > at - heartbeats * b.heartbeat_seconds * interval '1 second'))::int
      from locker_banks b where b.organisation_id = one.id and b.deleted_at is null group by b.app_version;
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;

-- The servers and mailboxes of all organisations from which files are fetched, for the system page.
create function system_fetches() returns table (
    organisation_id uuid, name text, kind text, last_run_at timestamptz, last_failure text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select o.id, o.name from all_organisations() o loop
    perform set_config('app.property_ids', '*', true);
    perform set_config('app.organisation_id', one.id::text, true);
    return query select one.id, one.name, s.kind, s.last_run_at, s.last_failure
      from import_sources s where s.organisation_id = one.id and s.is_active;
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;

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

-- Messages, requests for a quote and for a demonstration from the forms of the public site: rows of the operator's organisation.
create table enquiries (
  organisation_id uuid not null references organisations, id uuid not null,
  kind text not null check (kind in ('contact', 'quote', 'demo')),
  name text not null, email text not null, company text not null default '', phone text not null default '',
  message text not null,
  -- The days that suit for a demonstration.
  from_day date, until_day date,
  -- How many of each cabinet a quote is for, and their list price when it was asked for, in euros.
  cabinets jsonb not null default '{}', total integer not null default 0,
  created_at timestamptz not null default now(),
  search_text text not null generated always as
    (fold_text(' ' || name || ' ' || email || ' ' || company || ' ' || phone || ' ' || message)) stored,
  primary key (organisation_id, id)
);
create index enquiries_by_time on enquiries (organisation_id, created_at desc, id);
select tenant_table('enquiries');
