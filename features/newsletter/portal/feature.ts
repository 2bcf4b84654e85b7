import { IconMailOpened } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { SUBSCRIBERS_PATH, t } from '../screens.ts'

export const newsletterFeature: PortalFeature = {
  screens: [
    {
      path: SUBSCRIBERS_PATH,
      title: t('ScreenSubscribers').text,
      needs: ['AddOrganisation'],
      nav: { group: 'Setup', icon: IconMailOpened },
      family: SUBSCRIBERS_PATH,
      load: () => import('./Subscribers.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
