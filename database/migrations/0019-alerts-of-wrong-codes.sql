-- Codes and PINs that are tried at a kiosk are an alert too, and so is a login that wrong PINs have locked.
alter table alerts
  drop constraint alerts_kind_check,
  add constraint alerts_kind_check check (kind in (
    'offline', 'door-open', 'nearly-full', 'drop-off-refused', 'event-refused', 'codes-tried', 'pins-tried', 'login-locked'
  ));
