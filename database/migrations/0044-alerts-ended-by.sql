-- Who ended an alert; null for one that ended by itself.
alter table alerts add column ended_by_id uuid;
alter table alerts add column ended_by_name text;
-- The history of a locker bank lists alerts that staff ended and openings from the portal.
create index alerts_ended_by_staff on alerts (organisation_id, locker_bank_id, ended_at desc) where ended_by_name is not null;
create index kiosk_commands_opened on kiosk_commands (organisation_id, locker_bank_id, created_at desc) where state = 'opened';
