/** The hash under which the fixtures have a picture of a theme. */
export const THEME_IMAGE_HASH = '0'.repeat(64)
