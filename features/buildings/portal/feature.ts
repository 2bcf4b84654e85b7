import { IconBuilding } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { buildingEntity, t } from '../screens.ts'

export const buildingsFeature: PortalFeature = {
  screens: entityScreens(buildingEntity, {
    titles: { list: t('ScreenBuildings').text, create: t('ScreenNewBuilding').text, edit: t('ScreenBuilding').text },
    nav: { group: 'Places', icon: IconBuilding, key: 'b' },
    list: () => import('./BuildingList.tsx'),
    create: () => import('./BuildingForm.tsx'),
    edit: () => import('./BuildingForm.tsx').then(({ BuildingEdit }) => ({ default: BuildingEdit })),
  }),
  records: {
    building: [
      ['EditBuilding', '/building/{id}/edit'],
      ['ViewResident', '/resident/list?PropertyId={of}&BuildingId={id}'],
    ],
  },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
