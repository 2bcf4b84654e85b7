import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { THEME_PATH, t } from '../screens.ts'

export const themesFeature: PortalFeature = {
  screens: [
    {
      path: THEME_PATH,
      title: t('ScreenTheme').text,
      needs: ['EditProperty'],
      family: '/property/list',
      load: () => import('./ThemeEditor.tsx'),
    },
  ],
}
