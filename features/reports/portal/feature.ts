import {
  IconBuilding,
  IconCalendarTime,
  IconChartBar,
  IconClockExclamation,
  IconHistory,
  IconListDetails,
  IconPackages,
  IconUserCheck,
  IconUsers,
} from '@tabler/icons-react'
import type { PortalFeature, Screen } from '#platform/portal/navigation/screen.ts'
import { REPORT_NAMES, REPORTS } from '../reports.ts'
import { t } from '../screens.ts'

const ICONS = {
  Transaction: IconHistory,
  Tenants: IconUsers,
  ResidentUsage: IconChartBar,
  Resident: IconUserCheck,
  PropertySummary: IconBuilding,
  Collection: IconPackages,
  ActivePackages: IconClockExclamation,
} as const

const NEEDS = ['OrganisationReport', 'PropertyReport'] as const

const family = '/reportschedule/list'
const SCHEDULES: readonly Screen[] = [
  {
    path: family,
    title: t('ScreenReportSchedules').text,
    needs: NEEDS,
    nav: { group: 'Reports', icon: IconCalendarTime, key: 'q' },
    family,
    load: () => import('./schedules/ScheduleList.tsx'),
  },
  {
    path: '/reportschedule/create',
    title: t('ScreenNewReportSchedule').text,
    needs: NEEDS,
    family,
    load: () => import('./schedules/ScheduleForm.tsx'),
  },
  {
    path: '/reportschedule/{reportScheduleId}/edit',
    title: t('ScreenReportSchedule').text,
    needs: NEEDS,
    family,
    load: async () => ({ default: (await import('./schedules/ScheduleForm.tsx')).ScheduleEdit }),
  },
]

export const reportsFeature: PortalFeature = {
  screens: [
    ...REPORT_NAMES.map(
      (name): Screen => ({
        path: REPORTS[name].path,
        title: REPORTS[name].title.text,
        needs: NEEDS,
        nav: { group: 'Reports', icon: ICONS[name], ...(name === 'Transaction' && { key: 'j' }) },
        family: REPORTS[name].path,
        load: async () => (await import('./ReportScreen.tsx')).screenOf(name),
      }),
    ),
    ...SCHEDULES,
    {
      path: '/reportrun/list',
      title: t('ScreenReportRuns').text,
      needs: NEEDS,
      nav: { group: 'Reports', icon: IconListDetails, key: 'y' },
      family: '/reportrun/list',
      load: () => import('./RunList.tsx'),
    },
  ],
  records: { reportSchedule: [['PropertyReport', '/reportschedule/{id}/edit']] },
  help: () => import('../help.ts'),
}
