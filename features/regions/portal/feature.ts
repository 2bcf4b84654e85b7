import { IconMap2 } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { regionEntity, t } from '../screens.ts'

export const regionsFeature: PortalFeature = {
  screens: entityScreens(regionEntity, {
    titles: { list: t('ScreenRegions').text, create: t('ScreenNewRegion').text, edit: t('ScreenRegion').text },
    nav: { group: 'Places', icon: IconMap2, key: 'g' },
    list: () => import('./RegionList.tsx'),
    create: () => import('./RegionForm.tsx'),
    edit: () => import('./RegionForm.tsx').then(({ RegionEdit }) => ({ default: RegionEdit })),
  }),
  records: { region: [['EditRegion', '/region/{id}/eidt']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
