import { IconIdBadge2 } from '@tabler/icons-react'
import { entityScreens } from '#platform/portal/entity/entity-screens.ts'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { agentEntity, t } from '../screens.ts'

export const agentsFeature: PortalFeature = {
  screens: entityScreens(agentEntity, {
    titles: { list: t('ScreenAgents').text, create: t('ScreenNewAgent').text, edit: t('ScreenAgent').text },
    nav: { group: 'People', icon: IconIdBadge2, key: 'e' },
    list: () => import('./AgentList.tsx'),
    create: () => import('./AgentForm.tsx'),
    edit: () => import('./AgentForm.tsx').then(({ AgentEdit }) => ({ default: AgentEdit })),
  }),
  records: { agent: [['EditAgent', '/agent/{id}/edit']] },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
