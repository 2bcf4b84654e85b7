/** Below this width, in px, the navigation is a drawer and grids are cards. */
export const NARROW = 900
export const NARROW_QUERY = `(width < ${NARROW}px)`
