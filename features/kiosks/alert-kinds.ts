/** The kinds of alerts at a locker bank. */
export const ALERT_KINDS = [
  'offline',
  'door-open',
  'nearly-full',
  'drop-off-refused',
  'event-refused',
  'codes-tried',
  'pins-tried',
  'login-locked',
  'openings-limited',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]
