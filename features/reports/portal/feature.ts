import {
  IconBuilding,
  IconChartBar,
  IconClockExclamation,
  IconHistory,
  IconPackages,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { REPORT_NAMES, REPORTS } from '../reports.ts'

const ICONS = {
  Transaction: IconHistory,
  Tenants: IconUsers,
  ResidentUsage: IconChartBar,
  Resident: IconUserCheck,
  PropertySummary: IconBuilding,
  Collection: IconPackages,
  ActivePackages: IconClockExclamation,
} as const

export const reportsFeature: PortalFeature = {
  screens: REPORT_NAMES.map((name) => ({
    path: REPORTS[name].path,
    title: REPORTS[name].title.text,
    needs: ['OrganisationReport', 'PropertyReport'],
    nav: { group: 'Reports', icon: ICONS[name] },
    family: REPORTS[name].path,
    load: async () => (await import('./ReportScreen.tsx')).screenOf(name),
  })),
}
