import { IconShieldLock, IconTable, IconUserShield } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { portalUserEntity, t } from '../screens.ts'

export const portalUsersFeature: PortalFeature = {
  screens: [
    ...entityScreens(portalUserEntity, {
      titles: { list: t('ScreenUsers').text, create: t('ScreenNewUser').text, edit: t('ScreenUser').text },
      nav: { group: 'Setup', icon: IconUserShield, key: 'u' },
      list: () => import('./PortalUserList.tsx'),
      create: () => import('./PortalUserForm.tsx'),
      edit: () => import('./PortalUserForm.tsx').then(({ PortalUserEdit }) => ({ default: PortalUserEdit })),
    }),
    {
      path: '/portaluser/signinrules',
      title: t('ScreenSignInRules').text,
      needs: ['EditOrganisation'],
      family: '/portaluser/list',
      nav: { group: 'Setup', icon: IconShieldLock },
      load: () => import('./SignInRules.tsx'),
    },
    {
      path: '/portaluser/roles',
      title: t('ScreenRoles').text,
      needs: [portalUserEntity.view],
      family: '/portaluser/list',
      nav: { group: 'Setup', icon: IconTable, key: 'k' },
      load: () => import('./RoleTable.tsx'),
    },
  ],
  records: { portalUser: [['EditPortalUser', '/portaluser/{id}/edit']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
