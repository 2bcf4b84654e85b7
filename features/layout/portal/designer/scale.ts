/** Pixels for one unit of the layout, as everywhere where a cabinet is drawn in full. */
export const UNIT = 20
