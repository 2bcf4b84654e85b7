import { defineMessages } from '#platform/define-messages.ts'
import { entityHelp, type FeatureHelp } from '#platform/help.ts'
import { buildingEntity } from './screens.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('BuildingHelp', {
  HelpBuildings: 'The buildings of a property. Units of residents and locker banks belong to a building.',
  StepBuilding: 'Add its first building',
})

export const help: FeatureHelp = entityHelp(buildingEntity, t('HelpBuildings'))
