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
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (organisation_id, id)
);
create index report_runs_started on report_runs (organisation_id, started_at, id);
create index report_runs_user on report_runs (organisation_id, user_id, started_at, id);
select tenant_table('report_runs');
