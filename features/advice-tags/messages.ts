import { defineMessages } from '#platform/define-messages.ts'

/** Texts of advice tags (spec 3 §2, §5: a long name has the courier's words; own words where the spec gives none). */
export const t = defineMessages('AdviceTag', {
  MsgAdviceTagNameEmpty: 'Tag cannot be empty',
  MsgAdviceTagNameTooLong: 'Courier name cannot be more than {max} characters!',
  MsgAdviceTagNameTaken: 'Another advice tag already has this name.',
  MsgAdviceTagSaved: 'Advice tag has been saved successfully.',
  MsgAdviceTagSaveFailed: 'The advice tag was not saved',
  LabelTag: 'Tag',
  AddAdviceTag: 'Add advice tag',
  DeleteAdviceTags: 'Delete advice tags',
  HelpTagSortOrder: 'Position in the list of tags when a package is booked.',
  NoAdviceTags: 'No advice tags yet. Add labels such as "Fragile" or "Heavy" for packages.',
})
