import { IconPackages } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screen-messages.ts'

export const packagesFeature: PortalFeature = {
  screens: [
    {
      path: '/search',
      title: t('ScreenPackageViewer').text,
      needs: ['ViewPackage'],
      nav: { group: 'Today', icon: IconPackages },
      family: '/search',
      load: () => import('./PackageViewer.tsx'),
    },
  ],
  paletteSource: () => import('./package-source.ts').then(({ packageSource }) => packageSource),
}
