import { defineMessages } from '#platform/define-messages.ts'

/** Texts of regions (spec 3 §2, §5; own words where the spec gives none). */
export const t = defineMessages('Region', {
  MsgRegionNameEmpty: 'Region name cannot be empty',
  MsgRegionNameTooLong: 'Courier name cannot be more than {max} characters!',
  MsgRegionNameTaken: 'Another region already has this name.',
  MsgRegionHasProperties: 'The region still has properties.',
  MsgRegionSaved: 'Region has been saved successfully.',
  MsgRegionSaveFailed: 'The region was not saved',
  AddRegion: 'Add Region',
  DeleteRegions: 'Delete Regions',
  NoRegions: 'No regions yet. Add a region, then choose it in its properties.',
})
