import { IconChartBar } from '@tabler/icons-react'
import { PACKAGE_TOOLS } from '#features/packages/portal/shared/extensions.ts'
import { PROPERTY_TABS } from '#features/properties/portal/shared/property-tabs.ts'
import { extension } from '#platform/portal/navigation/extensions.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
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
  extensions: [
    extension(PROPERTY_TABS, {
      name: 'trends',
      label: t('ScreenTrends').text,
      Content: lazyComponent<{ propertyId: string }>(() => import('./Trends.tsx')),
    }),
    extension(
      PACKAGE_TOOLS,
      lazyComponent(() => import('./shared/TrendsLink.tsx')),
    ),
  ],
  help: () => import('../help.ts'),
}
