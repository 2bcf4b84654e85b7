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

-- The schedule that a run was for; it may be deleted by now.
alter table report_runs add column schedule_id uuid;

-- A file that an e-mail carries; deleted with its text when it was sent.
alter table mails add column attachment bytea;
alter table mails add column attachment_name text;
alter table mails add column attachment_type text;
