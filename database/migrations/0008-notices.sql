-- Notices to recipients of packages: stored in the transaction of their event, sent after the commit.

create table notices (
  organisation_id uuid not null, id uuid not null, property_id uuid not null,
  package_id uuid not null, resident_id uuid,
  -- Ids of features/notices/types.ts.
  type_id smallint not null, medium_id smallint not null check (medium_id in (1, 2)),
  -- The event: a second notice of an event by the same medium is not made.
  event_key text not null,
  -- The address at the time of the event, and after sending the one that it was sent to.
  address text not null,
  status text not null default 'Waiting' check (status in ('Waiting', 'Sending', 'Sent', 'Delivered', 'Failed', 'Cancelled')),
  -- Why it failed, was cancelled or will be tried again.
  reason text,
  due_at timestamptz not null,
  attempts int not null default 0,
  -- While it is being sent: when the program that sends it counts as dead.
  lost_at timestamptz,
  -- The id that the SMS service gave it.
  provider_id text,
  -- The text as it was sent.
  subject text not null default '', body text not null default '',
  -- Notices are searched by the address and the text that were sent (dispute: what was the resident told?).
  search_text text not null generated always as (fold_text(' ' || address || ' ' || subject || ' ' || body)) stored,
  created_at timestamptz not null default now(), sent_at timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id),
  foreign key (organisation_id, resident_id) references residents (organisation_id, id)
);
create unique index notices_event on notices (organisation_id, event_key, medium_id);
-- E-mails and SMS are sent apart.
create index notices_due_by_medium on notices (organisation_id, medium_id, due_at) where status = 'Waiting';
create index notices_sending on notices (organisation_id, lost_at) where status = 'Sending';
create index notices_of_package on notices (organisation_id, package_id, created_at, id);
create index notices_of_resident on notices (organisation_id, resident_id, created_at, id) where resident_id is not null;
-- Which notices were sent to a number.
create index notices_address on notices (organisation_id, address) where medium_id = 2;
-- The filters of the list, latest first. Each index costs two writes for a notice that is sent, so there is none by medium (either is
-- frequent: the index by time finds it) and none for texts that are deleted after a time.
create index notices_by_time on notices (organisation_id, created_at, id);
create index notices_by_status on notices (organisation_id, status, created_at, id);
create index notices_by_property on notices (organisation_id, property_id, created_at, id);
create index notices_by_type on notices (organisation_id, type_id, created_at, id);
create index notices_text on notices using gin (organisation_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 256);
select tenant_table('notices', 'property_id');

-- When the next reminder of a package is due; one row while the package waits for its recipient.
create table package_reminders (
  organisation_id uuid not null, package_id uuid not null, property_id uuid not null,
  -- When it arrived, or was given to its present recipient.
  since timestamptz not null,
  -- The number of the next reminder, from 1.
  number smallint not null default 1,
  look_at timestamptz not null,
  primary key (organisation_id, package_id),
  foreign key (organisation_id, package_id) references packages (organisation_id, id)
);
create index package_reminders_due on package_reminders (organisation_id, look_at);
select tenant_table('package_reminders', 'property_id');

-- The organisations that have something to send, for the programs that send. It looks as each of them, and returns only ids. It names
-- both media, so that it uses the index too.
create function organisations_with_notices(now timestamptz) returns setof uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  every uuid[];
  one uuid;
begin
  perform set_config('app.untenanted', 'organisations', true);
  select array_agg(o.id) into every from organisations o;
  perform set_config('app.untenanted', '', true);
  perform set_config('app.property_ids', '*', true);
  foreach one in array coalesce(every, '{}') loop
    perform set_config('app.organisation_id', one::text, true);
    if exists (select from notices n where n.organisation_id = one and n.medium_id = 1 and n.status = 'Waiting' and n.due_at <= now)
      or exists (select from notices n where n.organisation_id = one and n.medium_id = 2 and n.status = 'Waiting' and n.due_at <= now)
      or exists (select from notices n where n.organisation_id = one and n.status = 'Sending' and n.lost_at <= now)
      or exists (select from package_reminders r where r.organisation_id = one and r.look_at <= now)
    then return next one; end if;
  end loop;
  perform set_config('app.organisation_id', '', true);
  perform set_config('app.property_ids', '', true);
end $$;

-- Numbers that wrote STOP: no SMS goes to them, also not to recipients who are no residents. With the residents whom it opted out.
create table sms_stops (
  organisation_id uuid not null, number text not null,
  resident_ids uuid[] not null default '{}',
  stopped_at timestamptz not null,
  primary key (organisation_id, number)
);
select tenant_table('sms_stops');

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
