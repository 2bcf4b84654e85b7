-- Locking a login ends its sessions at all terminals, also at those of properties that the person who locks it does not see.
alter table kiosk_logins add column sessions_ended_at timestamptz;
