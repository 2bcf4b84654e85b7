/** The name of a section in an address. */
export const slugOf = (title: string): string => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
