import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const devicesFeature: PortalFeature = {
  screens: [
    {
      path: '/lockerbank/{lockerBankId}/maplockertodevice',
      title: t('ScreenMapLockerToDevice').text,
      needs: ['SetupLockerBank'],
      family: '/lockerbank/list',
      isLive: true,
      load: () => import('./MapLockerToDevice.tsx'),
    },
  ],
  help: () => import('../help.ts'),
}
