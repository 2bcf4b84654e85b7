import { defineMessages } from '#platform/define-messages.ts'
import { entityHelp, type FeatureHelp } from '#platform/help.ts'
import { propertyEntity } from './screens.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('PropertyHelp', {
  HelpProperties:
    'Your houses with their address, time zone and settings: how long packages wait, which proof is needed, who is reminded when. Buildings, mailrooms and locker banks belong to a property.',
  StepProperty: 'Add the first property',
})

export const help: FeatureHelp = entityHelp(propertyEntity, t('HelpProperties'))
