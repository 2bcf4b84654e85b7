import { currentLanguage } from './define-messages.ts'
import { t } from './messages.ts'
import { localTextBy, rulesOfServer } from './zone-rules.ts'

/** Date and time by culture (spec 1 §9). */
const PATTERNS: Readonly<Record<string, string>> = {
  'en-US': 'MM/DD/YYYY h:mm A',
  'en-GB': 'DD/MM/YYYY h:mm A',
  'en-AU': 'DD/MM/YYYY h:mm A',
}
const INTERNATIONAL = 'YYYY-MM-DD hh:mm:ss a'

/** The formats that users can choose, named by culture. */
export const DATE_FORMATS = ['en-US', 'en-GB', 'international'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** The pattern of date and time of a culture. */
export const patternOf = (culture: string) => PATTERNS[culture] ?? INTERNATIONAL
const datePatternOf = (culture: string) => patternOf(culture).split(' ', 1)[0] as string

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const options = {
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
    timeZone,
  } as const
  const format = new Intl.DateTimeFormat('en-US', options)
  formats.set(timeZone, format)
  return format
}

function fill(pattern: string, at: Date, timeZone: string): string {
  const rules = rulesOfServer(timeZone, at.getTime())
  if (rules) return filled(pattern, localTextBy(rules, at.getTime()).split(/[-: ]/))
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map((part) => [part.type, part.value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return filled(pattern, [year.padStart(4, '0'), month, day, hour, minute, second])
}

function filled(pattern: string, [YYYY = '', MM = '', DD = '', HH = '', mm = '', ss = '']: readonly string[]): string {
  const hour = Number(HH)
  const h = String(hour % 12 || 12)
  const a = hour < 12 ? 'am' : 'pm'
  const values: Record<string, string> = { YYYY, MM, DD, h, hh: h.padStart(2, '0'), mm, ss, A: a.toUpperCase(), a }
  return pattern.replace(/YYYY|MM|DD|hh|h|mm|ss|A|a/g, (token) => values[token] ?? token)
}

/** Date and time in a property's time zone; `at` is ISO 8601 in UTC. */
export const dateTimeText = (at: string, culture: string, timeZone: string) => fill(patternOf(culture), new Date(at), timeZone)
/** The date without the time. */
export const dateText = (at: string, culture: string, timeZone: string) => fill(datePatternOf(culture), new Date(at), timeZone)
/** The local day of a time, `YYYY-MM-DD`. */
export function localDay(at: Date, timeZone: string): string {
  const rules = rulesOfServer(timeZone, at.getTime())
  return rules ? localTextBy(rules, at.getTime()).slice(0, 10) : new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
}
/** A date without a time zone; `day` is `YYYY-MM-DD`. */
export const dayText = (day: string, culture: string): string => dateText(`${day}T00:00:00Z`, culture, 'UTC')

/** Date and time that are local already: 'YYYY-MM-DD HH:MM:SS'. Much faster than `dateTimeText`, for reports. */
export const localTimeText = (local: string, culture: string): string => filled(patternOf(culture), local.split(/[-: ]/))
/** The date of a local day or time. */
export const localDayText = (local: string, culture: string): string => filled(datePatternOf(culture), local.split(/[-: ]/))

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'Just now', '5 minutes ago', 'in 2 hours', '3 days ago': minutes under 60, hours under 1440 minutes, then days (spec 1 §4). */
export function relativeText(at: string, now: number): string {
  const away = new Date(at).getTime() - now
  const size = Math.abs(away)
  if (size < MINUTE) return t('WordJustNow').text
  const [unit, length] =
    size < HOUR ? (['minute', MINUTE] as const) : size < DAY ? (['hour', HOUR] as const) : (['day', DAY] as const)
  return relative().format(Math.sign(away) * Math.floor(size / length), unit)
}

let relativeFormat = new Intl.RelativeTimeFormat(currentLanguage())
function relative(): Intl.RelativeTimeFormat {
  if (relativeFormat.resolvedOptions().locale !== currentLanguage())
    relativeFormat = new Intl.RelativeTimeFormat(currentLanguage())
  return relativeFormat
}
