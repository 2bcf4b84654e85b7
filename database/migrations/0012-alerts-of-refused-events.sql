-- A kiosk's event that could not be recorded is an alert too: the records are no longer what happened at the bank.
alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in ('offline', 'door-open', 'nearly-full', 'drop-off-refused', 'event-refused')),
  -- The rule's words for why; null when the server failed.
  add column reason text;
