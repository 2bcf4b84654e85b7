import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const profileFeature: PortalFeature = {
  screens: [{ path: '/profile', title: t('ScreenProfile').text, needs: 'signed-in', load: () => import('./Profile.tsx') }],
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
