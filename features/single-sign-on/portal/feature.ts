import { IconKey } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const singleSignOnFeature: PortalFeature = {
  screens: [
    {
      path: '/singlesignon',
      title: t('ScreenSingleSignOn').text,
      needs: ['EditOrganisation'],
      nav: { group: 'Setup', icon: IconKey },
      load: () => import('./SingleSignOn.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
