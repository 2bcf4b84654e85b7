import { defineMessages } from './define-messages.ts'

/** Texts of pages that are turned and searched, which the report viewer of other sites has too. */
export const t = defineMessages('Pages', {
  WordYes: 'Yes',
  WordNo: 'No',
  WordClear: 'Clear',
  WordSearch: 'Search',
  GridReload: 'Refresh',
  GridFirst: 'First page',
  GridPrevious: 'Previous page',
  GridNext: 'Next page',
  GridLast: 'Last page',
  GridPage: 'Page {page}',
})
