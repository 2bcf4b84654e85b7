import { defineMessages } from '#platform/define-messages.ts'

/** Titles of the report screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('ReportScreens', {
  ScreenTransaction: 'Transaction',
  ScreenTenants: 'Tenants',
  ScreenResidentUsage: 'Resident Usage',
  ScreenResident: 'Resident',
  ScreenPropertySummary: 'Property Summary',
  ScreenCollection: 'Collection',
  ScreenActivePackages: 'Active Packages',
  ScreenReportRuns: 'Report runs',
  ScreenReportSchedules: 'Report schedules',
  ScreenReportSchedule: 'Report schedule',
  ScreenNewReportSchedule: 'New report schedule',
})
