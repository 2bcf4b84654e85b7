import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const sessionFeature: PortalFeature = {
  screens: [
    {
      path: '/about',
      title: t('ScreenAbout').text,
      needs: 'signed-in',
      load: () => import('./About.tsx'),
    },
  ],
}
