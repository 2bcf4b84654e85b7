-- Users see from where they are signed in, and their theme follows them to other devices.
alter table portal_users add column color_scheme text check (color_scheme in ('light', 'dark', 'auto'));
alter table sign_ins
  -- Of the last refresh.
  add column used_at timestamptz not null default now(),
  add column address text not null default '',
  add column user_agent text not null default '';
