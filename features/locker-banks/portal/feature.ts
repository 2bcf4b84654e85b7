import { IconLayoutBoard } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { lockerBankEntity, t } from '../screens.ts'

export const lockerBanksFeature: PortalFeature = {
  screens: [
    ...entityScreens(lockerBankEntity, {
      titles: { list: t('ScreenLockerBanks').text, create: t('ScreenNewLockerBank').text, edit: t('ScreenLockerBank').text },
      nav: { group: 'Places', icon: IconLayoutBoard, key: 'l' },
      list: () => import('./LockerBankList.tsx'),
      create: () => import('./LockerBankForm.tsx'),
      edit: () => import('./LockerBankForm.tsx').then(({ LockerBankEdit }) => ({ default: LockerBankEdit })),
    }),
    {
      path: '/lockerbank/{lockerBankId}/setting',
      title: t('ScreenLockerBankSettings').text,
      needs: ['EditLockerBank'],
      family: '/lockerbank/list',
      load: () => import('./LockerBankSettings.tsx'),
    },
  ],
  records: {
    lockerBank: [
      ['ViewLockerBankDashboard', '/dashboard/lockerbank/{id}'],
      ['EditLockerBank', '/lockerbank/{id}/editView'],
      ['SetupLockerBank', '/lockerbank/{id}/layout'],
    ],
  },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
