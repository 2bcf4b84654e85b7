export { alertsEndedByStaff } from './ended-by-staff.ts'
