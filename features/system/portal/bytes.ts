import { currentLanguage } from '#platform/define-messages.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size with a base of 1000 (spec 3 §9), in the current language: '1.5 GB'. */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit: UNITS[step] as string,
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step)
}
