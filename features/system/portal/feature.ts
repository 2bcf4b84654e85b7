import { IconSettings } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { SYSTEM_PATH, t } from '../screens.ts'

export const systemFeature: PortalFeature = {
  screens: [
    {
      path: SYSTEM_PATH,
      title: t('ScreenSystem').text,
      needs: ['AddOrganisation'],
      isForSuperAdmins: true,
      family: SYSTEM_PATH,
      nav: { group: 'Setup', icon: IconSettings, key: 'z' },
      load: () => import('./SystemPage.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
