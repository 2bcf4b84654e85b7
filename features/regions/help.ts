import { defineMessages } from '#platform/define-messages.ts'
import { entityHelp, type FeatureHelp } from '#platform/help.ts'
import { regionEntity } from './screens.ts'

/** Texts of the help; loaded when it is opened. */
export const t = defineMessages('RegionHelp', {
  HelpRegions:
    'Groups of properties, such as a city. Lists of properties are filtered by region, and one box chooses all properties of a region for a user or an agent.',
})

export const help: FeatureHelp = entityHelp(regionEntity, t('HelpRegions'))
