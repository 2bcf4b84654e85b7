/** Shortest text of a search as you type. */
export const MIN_SEARCH = 2
/** Longest first or last name of a resident (spec 2 §5). */
export const MAX_NAME = 100
