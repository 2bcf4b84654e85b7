-- Numbers that wrote STOP: no SMS goes to them, also not to recipients who are no residents. With the residents whom it opted out.
create table sms_stops (
  organisation_id uuid not null, number text not null,
  resident_ids uuid[] not null default '{}',
  stopped_at timestamptz not null,
  primary key (organisation_id, number)
);
select tenant_table('sms_stops');

-- E-mails and SMS are sent apart. The look of the senders names both media, so that it uses the index too.
create index notices_due_by_medium on notices (organisation_id, medium_id, due_at) where status = 'Waiting';
drop index notices_due;
create or replace function organisations_with_notices(now timestamptz) returns setof uuid
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

-- The filters of the list of notices, latest first, and of the changes of packages. Each index costs two writes for a notice that is
-- sent, so there is none by medium (either is frequent: the index by time finds it) and none for texts that are deleted after a time.
create index notices_by_property on notices (organisation_id, property_id, created_at, id);
create index notices_by_type on notices (organisation_id, type_id, created_at, id);
create index package_history_by_property on package_history (organisation_id, property_id, at, id);

create index batch_arrivals_notified on batch_arrivals (organisation_id, held_at) where lead_package_id is not null;
