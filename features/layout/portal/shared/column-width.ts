import { COLUMN_WIDTH, UNIT } from '../../geometry.ts'

/** Width of a column at full size, in px. */
export const FULL_COLUMN = COLUMN_WIDTH * UNIT
/** The narrowest column with a readable name and letter, in px. */
const MIN_COLUMN = 52
/** The narrowest column with room for every icon, in px. */
const GOOD_COLUMN = 58
/** A column of a cabinet that scrolls because it does not fit, in px. */
const SCROLLED_COLUMN = 72
/** Frame and padding around the columns, in px. */
const AROUND = 20
/** What stands beside a cabinet at most: navigation, padding of the page, and the detail with its gap, in px. */
const BESIDE = 232 + 48 + 384

/**
 * Width in px of a cabinet's columns in `room` px: all of them fit if they stay readable, otherwise the drawing scrolls. Their
 * height does not change, so letters and icons keep their size.
 */
export function columnWidth(room: number, columns: number): number {
  const fitting = Math.floor((room - AROUND) / columns)
  return fitting < MIN_COLUMN ? SCROLLED_COLUMN : Math.min(FULL_COLUMN, fitting)
}

/** The window's width in px from which a locker's detail leaves enough room for a cabinet; it covers the cabinet below. */
export const besideFrom = (columns: number): number => BESIDE + AROUND + columns * GOOD_COLUMN
