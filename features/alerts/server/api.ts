export { type AlertPlace, beginAlert, tellOfAlerts } from './begin.ts'
