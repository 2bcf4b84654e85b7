import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const agentEntity = entity('Agent')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('AgentScreens', {
  ScreenAgents: 'Agents',
  ScreenNewAgent: 'New agent',
  ScreenAgent: 'Agent',
})
