import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const layoutFeature: PortalFeature = {
  screens: [
    {
      path: '/lockerbank/{lockerBankId}/layout',
      title: t('ScreenLayout').text,
      needs: ['SetupLockerBank'],
      family: '/lockerbank/list',
      load: () => import('./designer/LayoutDesigner.tsx'),
    },
  ],
}
