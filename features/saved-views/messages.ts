import { defineMessages } from '#platform/define-messages.ts'

/** Texts of saved views. */
export const t = defineMessages('SavedViews', {
  MsgViewNameEmpty: 'Name cannot be empty.',
  MsgViewNameTooLong: 'Name cannot be more than {max} characters.',
  MsgViewNameTaken: 'You already have a view of this list with this name.',
  MsgViewNameReserved: '“{name}” is the list without a view. Please choose another name.',
  MsgTooManyViews: 'A list can have up to {max} views. Please delete one first.',
  MsgViewsTooLong: 'Your views have too many filters in all. Please delete one first.',
  MsgTooManyViewsInAll: 'You can have up to {max} views. Please delete one first.',
  MsgViewFilterTooLong: 'A filter of this view has too many choices: it cannot be longer than {max} characters.',
  MsgViewTooLong: 'This view has too many filters and columns: its content cannot be longer than {max} characters.',
  MsgViewSaved: 'View “{name}” has been saved.',
  MsgViewDeleted: 'View “{name}” has been deleted.',
  MsgViewsArranged: 'The views have been rearranged.',
  MsgViewFailed: 'The view was not saved',
  MsgViewDeleteFailed: 'The view was not deleted',

  ViewsOf: 'Views of {list}',
  ViewAll: 'All',
  ViewIsDefault: 'default',
  ViewMenu: 'Menu of view {name}',
  ViewSave: 'Save view',
  ViewSaveAsNew: 'Save as new',
  ViewReset: 'Reset',
  ViewRename: 'Rename',
  ViewMakeDefault: 'Open by default',
  ViewNoDefault: 'Do not open by default',
  ViewDelete: 'Delete',
  TitleNewView: 'New view',
  TitleRenameView: 'Rename view',
})
