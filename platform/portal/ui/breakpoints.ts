/** Below this width the navigation is a drawer and grids are cards. */
export const NARROW_QUERY = '(width < 900px)'
