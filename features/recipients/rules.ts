/** Shortest text of a search as you type; a shorter one is a unit. */
export const MIN_SEARCH = 2
/** Longest first or last name of a resident (spec 2 §5). */
export const MAX_NAME = 100
