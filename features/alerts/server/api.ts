export { type AlertPlace, beginAlert, notifyAlerts } from './begin.ts'
export { alertsEndedByStaff } from './ended-by-staff.ts'
