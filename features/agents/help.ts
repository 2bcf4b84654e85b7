import { defineMessages } from '#platform/define-messages.ts'
import { entityHelp, type FeatureHelp } from '#platform/help.ts'
import { agentEntity } from './screens.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('AgentHelp', {
  HelpAgents:
    'The people who deliver: their courier, properties and PIN for the kiosk. A locked agent cannot sign in at any kiosk.',
})

export const help: FeatureHelp = entityHelp(agentEntity, t('HelpAgents'))
