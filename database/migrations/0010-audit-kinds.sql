-- An entry of the audit trail names the kind of record that it is about; null for an action about several kinds.
alter table audit no force row level security;
alter table agents no force row level security;
alter table audit add column kind text;

-- What actions about a kind of record began with so far; the longest beginning counts.
with beginnings (beginning, kind) as (values
  ('access code', 'resident'), ('advice tag', 'adviceTag'), ('agent registration', 'agentRegistration'), ('agent', 'agent'),
  ('alert', 'alert'), ('audit trail', 'auditTrail'), ('building', 'building'), ('courier', 'courier'), ('delegate', 'resident'),
  ('device opening', 'lockerBank'), ('device', 'locker'), ('drop-off', 'locker'), ('general settings', 'organisation'),
  ('import source', 'organisation'), ('layout', 'lockerBank'), ('limits of remote opening', 'organisation'),
  ('locker bank', 'lockerBank'), ('locker', 'locker'), ('mailroom', 'mailroom'), ('mobile app', 'organisation'),
  ('newsletter', 'organisation'), ('notice', 'package'), ('notification template', 'organisation'),
  ('organisation', 'organisation'), ('package', 'package'), ('passkey', 'portalUser'), ('password', 'portalUser'),
  ('personal data', 'resident'), ('portal user', 'portalUser'), ('profile', 'portalUser'), ('property', 'property'),
  ('recovery code', 'portalUser'), ('refresh token', 'portalUser'), ('single sign-on', 'organisation'), ('region', 'region'),
  ('report schedule', 'reportSchedule'), ('registration verified', 'residentRegistration'),
  ('remote opening refused', 'lockerBank'), ('remote opening', 'organisation'),
  ('resident registration', 'residentRegistration'), ('residents', 'import'), ('resident', 'resident'),
  ('second step required', 'organisation'), ('second step', 'portalUser'), ('sign-in', 'portalUser'),
  ('signed in at the terminal', 'login'), ('signed', 'portalUser'), ('terminal login', 'login'), ('theme', 'property'),
  ('SMS gateway', 'organisation'), ('verification', 'residentRegistration'), ('wrong', 'lockerBank')
), actions as (
  select action, (select kind from beginnings where starts_with(action, beginning) order by length(beginning) desc limit 1) as kind
  from (select distinct action from audit) as used
)
update audit a set kind = actions.kind from actions where a.action = actions.action and actions.kind is not null;
update audit a set kind = case
    when exists (select from agents g where g.organisation_id = a.organisation_id and g.id = a.subject_id) then 'agent'
    else 'resident' end
  where action = 'change undone';

create index audit_kind on audit (organisation_id, kind, at, id);
alter table agents force row level security;
alter table audit force row level security;
