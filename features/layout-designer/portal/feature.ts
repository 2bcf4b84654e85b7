import { t } from '#features/layout/screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'

export const layoutDesignerFeature: PortalFeature = {
  screens: [
    {
      path: '/lockerbank/{lockerBankId}/layout',
      title: t('ScreenLayout').text,
      needs: ['SetupLockerBank'],
      family: '/lockerbank/list',
      load: () => import('./LayoutDesigner.tsx'),
    },
  ],
  help: () => import('#features/layout/help.ts'),
}
