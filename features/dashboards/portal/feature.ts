import { IconDashboard } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const dashboardsFeature: PortalFeature = {
  screens: [
    {
      path: '/dashboard/main',
      title: t('ScreenDashboard').text,
      needs: ['ViewDashboard'],
      nav: { group: 'Today', icon: IconDashboard, key: 'd' },
      family: '/dashboard/main',
      isLive: true,
      load: () => import('./main/DashboardMain.tsx'),
    },
    {
      path: '/dashboard/lockerbank/{id}',
      title: t('ScreenLockerBankDashboard').text,
      needs: ['ViewLockerBankDashboard'],
      family: '/dashboard/main',
      isLive: true,
      load: () => import('./bank/LockerBankDashboard.tsx'),
    },
  ],
  records: { locker: [['ViewLockerBankDashboard', '/dashboard/lockerbank/{of}?locker={id}']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
