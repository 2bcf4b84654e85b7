import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const buildingEntity = entity('Building')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('BuildingScreens', {
  ScreenBuildings: 'Buildings',
  ScreenNewBuilding: 'New building',
  ScreenBuilding: 'Building',
})
