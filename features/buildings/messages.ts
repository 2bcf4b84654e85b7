import { defineMessages } from '#platform/define-messages.ts'

/** Texts of buildings (spec 3 §2, §5; own words where the spec gives none). */
export const t = defineMessages('Building', {
  MsgBuildingPropertyEmpty: 'Property cannot be empty',
  MsgBuildingNameEmpty: 'Building name cannot be empty',
  MsgBuildingNameTooLong: 'Building name cannot be more than {max} characters!',
  MsgBuildingNameTaken: 'Another building of this property already has this name.',
  MsgBuildingNoSuchProperty: 'Property not found.',
  MsgBuildingHasPackages: 'The building still has packages on site.',
  MsgBuildingHasResidents: 'The building still has residents.',
  MsgBuildingHasBanks: 'The building still has locker banks.',
  MsgBuildingHasMailrooms: 'The building still has mailrooms.',
  MsgBuildingWasUsed: 'A building that had residents, mailrooms, locker banks or packages stays in its property.',
  MsgBuildingSaved: 'Building has been saved successfully.',
  MsgBuildingSaveFailed: 'The building was not saved',
  AddBuilding: 'Add building',
  DeleteBuildings: 'Delete buildings',
  NoBuildings: 'No buildings yet. Add a building, then its mailrooms and locker banks.',
})
