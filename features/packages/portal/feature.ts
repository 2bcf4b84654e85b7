import { IconPackages } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const packagesFeature: PortalFeature = {
  screens: [
    {
      path: '/search',
      title: t('ScreenPackageViewer').text,
      needs: ['ViewPackage'],
      nav: { group: 'Today', icon: IconPackages },
      family: '/search',
      isLive: true,
      load: () => import('./PackageViewer.tsx'),
    },
  ],
}
