import { texts } from '#platform/text.ts'

/** Texts of buildings (spec 3 §5). */
export const say = texts('Building', {
  MsgBuildingPropertyEmpty: 'Property cannot be empty',
  MsgBuildingNameEmpty: 'Building name cannot be empty',
  MsgBuildingNameTooLong: 'Building name cannot be more than 100 characters!',
})
