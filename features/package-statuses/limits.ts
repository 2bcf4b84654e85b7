/** Longest texts of a package (spec 2 §5). */
export const MAX_PACKAGE_NUMBER = 50
export const MAX_TRACKING_NUMBER = 100
export const MAX_RECIPIENT_NAME = 201
export const MAX_UNIT_NUMBER = 10
export const MAX_NOTE = 250
