export { type AlertPlace, beginAlert, notifyAlerts } from './begin.ts'
