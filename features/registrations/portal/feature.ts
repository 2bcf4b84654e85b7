import { IconUserCheck } from '@tabler/icons-react'
import type { PortalFeature } from '#platform/portal/navigation/screen.ts'
import { t } from '../screens.ts'

export const registrationsFeature: PortalFeature = {
  screens: [
    {
      path: '/resident/listregistrations',
      title: t('ScreenRegistrations').text,
      needs: ['ViewResidentRegistration'],
      nav: { group: 'People', icon: IconUserCheck, key: 'v' },
      family: '/resident/listregistrations',
      load: () => import('./list/ResidentRegistrationList.tsx'),
    },
    {
      path: '/resident/{registrationId}/review',
      title: t('ScreenResidentRegistration').text,
      needs: ['EditResidentRegistration'],
      family: '/resident/listregistrations',
      load: () => import('./review/ResidentReview.tsx'),
    },
    {
      path: '/agent/listregistrations',
      title: t('ScreenAgentRegistrations').text,
      needs: ['ViewAgentRegistration'],
      family: '/agent/listregistrations',
      load: () => import('./list/AgentRegistrationList.tsx'),
    },
    {
      path: '/agent/{registrationId}/review',
      title: t('ScreenAgentRegistration').text,
      needs: ['EditAgentRegistration'],
      family: '/agent/listregistrations',
      load: () => import('./review/AgentReview.tsx'),
    },
  ],
  records: {
    residentRegistration: [['EditResidentRegistration', '/resident/{id}/review']],
    agentRegistration: [['EditAgentRegistration', '/agent/{id}/review']],
  },
  help: () => import('../help.ts'),
  palette: () => import('./palette.ts'),
}
