import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const propertyEntity = entity('Property')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('PropertyScreens', {
  ScreenProperties: 'Properties',
  ScreenNewProperty: 'New property',
  ScreenProperty: 'Property Details',
})
