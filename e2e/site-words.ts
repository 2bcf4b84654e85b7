export const WIDTHS = [1440, 768, 390] as const
