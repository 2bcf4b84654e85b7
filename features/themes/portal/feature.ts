import { PROPERTY_TABS } from '#features/properties/portal/shared/property-tabs.ts'
import { extension } from '#platform/portal/navigation/extensions.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
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
  extensions: [
    extension(PROPERTY_TABS, {
      name: 'theme',
      label: t('LinkTheme').text,
      to: (propertyId) => pathTo(THEME_PATH, { propertyId }),
      column: 'Theme',
    }),
  ],
  help: () => import('../help.ts'),
}
