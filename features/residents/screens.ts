import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const residentEntity = entity('Resident')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('ResidentScreens', {
  ScreenResidents: 'Residents',
  ScreenNewResident: 'New resident',
  ScreenResident: 'Resident',
})
