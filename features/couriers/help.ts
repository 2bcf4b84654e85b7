import { defineMessages } from '#platform/define-messages.ts'
import { entityHelp, type FeatureHelp } from '#platform/help.ts'
import { courierEntity } from './screens.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('CourierHelp', {
  HelpCouriers: 'The companies that deliver. Agents belong to one of them, and reports count packages by courier.',
  StepCourier: 'Add a courier',
})

export const help: FeatureHelp = entityHelp(courierEntity, t('HelpCouriers'))
