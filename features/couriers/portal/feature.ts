import { IconTruck } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { courierEntity, t } from '../screens.ts'

export const couriersFeature: PortalFeature = {
  screens: entityScreens(courierEntity, {
    titles: { list: t('ScreenCouriers').text, create: t('ScreenNewCourier').text, edit: t('ScreenCourier').text },
    nav: { group: 'People', icon: IconTruck, key: 'c' },
    list: () => import('./CourierList.tsx'),
    create: () => import('./CourierForm.tsx'),
    edit: () => import('./CourierForm.tsx').then(({ CourierEdit }) => ({ default: CourierEdit })),
  }),
  records: { courier: [['EditCourier', '/courier/{id}/edit']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
