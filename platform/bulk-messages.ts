import { defineMessages } from './define-messages.ts'

/** Texts of bulk actions and of editing in lists, apart from the common ones because the first list does not need them. */
export const t = defineMessages('Bulk', {
  BulkDeleting: 'Deleting {count} …',
  BulkDeleteText: 'Delete {count} selected? This cannot be undone.',
  BulkDeleteNamed: 'Delete {names}? This cannot be undone.',
  BulkNotRemoved: 'Could not be deleted',
  BulkSelectAll: 'Select all {count} that match',
  BulkProgress: '{done} of {total}',
  BulkMayLeave: 'This continues when you leave the page.',
  BulkRefused: 'Left as they are: {count}.',
  BulkShowRefused: 'Show reasons',
  BulkRefusedTitle: 'Left as they are',
  BulkRefusedFirst: 'The first {shown} of {count}:',
  BulkDownload: 'Download CSV',
  CellSaved: '{column} saved: {name}',
  CellChangedElsewhere: 'Somebody else has changed this to “{value}”. Enter saves your value, Escape keeps theirs.',
  CellChangedSince: 'The value has been changed since, and stays.',
  BulkUndoFailed: 'Could not be undone',
  BulkReason: 'Reason',
  CellEdit: 'Edit {column}: {name}',
})
