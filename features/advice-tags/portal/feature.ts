import { IconTags } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { adviceTagEntity, t } from '../screens.ts'

export const adviceTagsFeature: PortalFeature = {
  screens: entityScreens(adviceTagEntity, {
    titles: { list: t('ScreenAdviceTags').text, create: t('ScreenNewAdviceTag').text, edit: t('ScreenAdviceTag').text },
    nav: { group: 'Setup', icon: IconTags, key: 'f' },
    list: () => import('./AdviceTagList.tsx'),
    create: () => import('./AdviceTagForm.tsx'),
    edit: () => import('./AdviceTagForm.tsx').then(({ AdviceTagEdit }) => ({ default: AdviceTagEdit })),
  }),
  records: { adviceTag: [['EditGeneralSetting', '/advicetag/{id}/']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
