import { IconAdjustments } from '@tabler/icons-react'
import { GENERAL_PATH, POSTER_PATH, t } from '#features/general-settings/screens.ts'
import { t as tSession } from '#features/session/screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'

export const settingsFeature: PortalFeature = {
  screens: [
    {
      path: '/about',
      title: tSession('ScreenAbout').text,
      needs: 'signed-in',
      load: () => import('./About.tsx'),
    },
    {
      path: GENERAL_PATH,
      title: t('ScreenGeneralSettings').text,
      needs: ['ViewGeneralSetting'],
      family: GENERAL_PATH,
      nav: { group: 'Setup', icon: IconAdjustments, key: 's' },
      load: () => import('./GeneralSettings.tsx'),
    },
    {
      path: POSTER_PATH,
      title: t('ScreenPoster').text,
      needs: ['ViewGeneralSetting'],
      family: GENERAL_PATH,
      load: () => import('./Poster.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
