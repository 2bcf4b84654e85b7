import { IconLayoutBoard } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const lockerBanksFeature: PortalFeature = {
  screens: [
    {
      path: '/lockerbank/list',
      title: t('ScreenLockerBanks').text,
      needs: ['ViewLockerBank'],
      nav: { group: 'Places', icon: IconLayoutBoard },
      family: '/lockerbank/list',
      load: () => import('./LockerBankList.tsx'),
    },
    {
      path: '/lockerbank/create',
      title: t('ScreenNewLockerBank').text,
      needs: ['AddLockerBank'],
      family: '/lockerbank/list',
      load: () => import('./LockerBankForm.tsx'),
    },
    {
      path: '/lockerbank/{lockerBankId}/editView',
      title: t('ScreenLockerBank').text,
      needs: ['EditLockerBank'],
      family: '/lockerbank/list',
      load: () => import('./LockerBankEdit.tsx'),
    },
    {
      path: '/lockerbank/{lockerBankId}/setting',
      title: t('ScreenLockerBankSettings').text,
      needs: ['EditLockerBank'],
      family: '/lockerbank/list',
      load: () => import('./LockerBankSettings.tsx'),
    },
  ],
  paletteSource: {
    group: t('ScreenLockerBanks').text,
    find: async (...search) => (await import('./locker-bank-source.ts')).findLockerBanks(...search),
  },
}
