import { IconChartBar } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { TRENDS_NEEDS, TRENDS_PATH, t } from '../screens.ts'

export const trendsFeature: PortalFeature = {
  screens: [
    {
      path: TRENDS_PATH,
      title: t('ScreenTrends').text,
      needs: TRENDS_NEEDS,
      nav: { group: 'Today', icon: IconChartBar, key: 't' },
      family: TRENDS_PATH,
      load: () => import('./TrendsScreen.tsx'),
    },
  ],
}
