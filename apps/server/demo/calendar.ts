import { Temporal } from 'temporal-polyfill'
import type { Random } from './random.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SATURDAY = 6

/** Who does something, and so at what hours of the property's day. */
export type Hours = 'agent' | 'staff' | 'resident'
type Opening = { readonly from: number; readonly to: number } | null

const openings: Readonly<Record<Hours, (weekday: number) => Opening>> = {
  agent: (weekday) => (weekday < SATURDAY ? { from: 8, to: 18 } : null),
  staff: (weekday) => (weekday < SATURDAY ? { from: 8, to: 18 } : weekday === SATURDAY ? { from: 9, to: 13 } : null),
  resident: () => ({ from: 7, to: 22 }),
}

/** The days of one time zone that lead up to now. */
export type Calendar = {
  /** A moment of that day within the hours of whoever does it, undefined on a day off; times are ms since 1970. */
  onDay(random: Random, who: Hours, daysAgo: number): number | undefined
  /** The first moment within their hours at or after `earliest`, somewhat spread. */
  from(random: Random, who: Hours, earliest: number): number
}

export function calendar(timeZone: string, now: Date, days: number): Calendar {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate()
  // By noon and not by midnight: where clocks change in the night, the hours of the day still count from here.
  const table = Array.from({ length: days + 2 }, (_, i) => {
    const date = today.add({ days: 1 - i })
    const noon = date.toZonedDateTime({ timeZone, plainTime: '12:00' }).epochMilliseconds
    return { start: noon - 12 * HOUR, weekday: date.dayOfWeek }
  })
  /** Index 0 is tomorrow, 1 today. */
  const dayOf = (at: number) =>
    Math.max(
      0,
      table.findIndex((day) => day.start <= at),
    )
  const onDay = (random: Random, who: Hours, daysAgo: number): number | undefined => {
    const { start, weekday } = table[daysAgo + 1]!
    const open = openings[who](weekday)
    return open ? start + (open.from + random.next() * (open.to - open.from)) * HOUR : undefined
  }
  const from = (random: Random, who: Hours, earliest: number): number => {
    for (let i = dayOf(earliest); i >= 0; i -= 1) {
      const { start, weekday } = table[i]!
      const open = openings[who](weekday)
      if (!open || earliest >= start + open.to * HOUR) continue
      const opens = start + open.from * HOUR
      return earliest >= opens ? earliest : opens + random.next() * 2 * HOUR
    }
    return Math.max(earliest, table[0]!.start + DAY)
  }
  return { onDay, from }
}
