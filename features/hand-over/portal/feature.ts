import { IconUserCheck } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { HAND_OVER_PATH, t } from '../screens.ts'

export const handOverFeature: PortalFeature = {
  screens: [
    {
      path: HAND_OVER_PATH,
      title: t('ScreenHandOver').text,
      needs: ['EditPackage'],
      nav: { group: 'Today', icon: IconUserCheck, key: 'h' },
      family: HAND_OVER_PATH,
      load: () => import('./HandOver.tsx'),
    },
  ],
}
