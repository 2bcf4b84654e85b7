import { defineMessages } from '#platform/define-messages.ts'

/** Texts of buildings (spec 3 §5). */
export const t = defineMessages('Building', {
  MsgBuildingPropertyEmpty: 'Property cannot be empty',
  MsgBuildingNameEmpty: 'Building name cannot be empty',
  MsgBuildingNameTooLong: 'Building name cannot be more than 100 characters!',
})
