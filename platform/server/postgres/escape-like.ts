/** A text as a part of a pattern of `like`: what would stand for other characters stands for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
