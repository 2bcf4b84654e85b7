import { IconBuildingCommunity, IconBuildings } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { organisationEntity, t } from '../screens.ts'

export const organisationsFeature: PortalFeature = {
  screens: [
    ...entityScreens(organisationEntity, {
      titles: {
        list: t('ScreenOrganisations').text,
        create: t('ScreenNewOrganisation').text,
        edit: t('ScreenOrganisation').text,
      },
      nav: { group: 'Setup', icon: IconBuildings },
      list: () => import('./OrganisationList.tsx'),
      create: () => import('./OrganisationForm.tsx'),
      edit: () => import('./OrganisationForm.tsx').then(({ OrganisationEdit }) => ({ default: OrganisationEdit })),
    }).map((screen) => ({ ...screen, isForSuperAdmins: screen.path === '/organisation/create' })),
    {
      path: '/organisation/myedit',
      title: t('ScreenMyOrganisation').text,
      needs: [organisationEntity.edit],
      nav: { group: 'Setup', icon: IconBuildingCommunity },
      load: () => import('./OrganisationForm.tsx').then(({ MyOrganisation }) => ({ default: MyOrganisation })),
    },
    {
      path: '/organisation/{id}/mobilesettings',
      title: t('ScreenMobileApp').text,
      needs: [organisationEntity.edit],
      family: '/organisation/list',
      load: () => import('./MobileSettings.tsx'),
    },
    {
      path: '/organisation/mymobilesettings',
      title: t('ScreenMyMobileApp').text,
      needs: [organisationEntity.edit],
      load: () => import('./MobileSettings.tsx').then(({ MyMobileSettings }) => ({ default: MyMobileSettings })),
    },
    {
      path: '/organisation/{id}/smsgatewaysettings',
      title: t('ScreenSmsGateway').text,
      needs: [organisationEntity.edit],
      family: '/organisation/list',
      load: () => import('./SmsGateway.tsx'),
    },
    {
      path: '/organisation/mysmsgatewaysettings',
      title: t('ScreenMySmsGateway').text,
      needs: [organisationEntity.edit],
      load: () => import('./SmsGateway.tsx').then(({ MySmsGateway }) => ({ default: MySmsGateway })),
    },
  ],
  records: { organisation: [['EditOrganisation', '/organisation/{id}/']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
