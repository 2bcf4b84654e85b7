import { Temporal } from 'temporal-polyfill'
import { localTextBy, type ZoneRules, zoneRulesPeriod } from './zone-rules.ts'

const NS_PER_MS = 1_000_000

const known = new Map<string, ZoneRules>()
/**
 * The rules of an IANA time zone as Node has them, read once; earlier times have the first distance, later ones the last (decisions
 * "Rules of time zones"). Throws a RangeError for an unknown zone.
 */
export function zoneRules(timeZone: string): ZoneRules {
  const before = known.get(timeZone)
  if (before) return before
  const { from, until } = zoneRulesPeriod()
  const changes: number[] = []
  let at = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone)
  const offsets = [at.offsetNanoseconds / NS_PER_MS]
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.epochMilliseconds >= until) break
    changes.push(next.epochMilliseconds)
    offsets.push(next.offsetNanoseconds / NS_PER_MS)
    at = next
  }
  const rules = { changes, offsets }
  known.set(timeZone, rules)
  return rules
}

/** A time as local text, 'YYYY-MM-DD HH:MM:SS'; `at` is ISO 8601. For large files: a hundred times as fast as `Intl`. */
export const localText = (at: string, timeZone: string): string => localTextBy(zoneRules(timeZone), Date.parse(at))

/** The first moment of a local day (`YYYY-MM-DD`, or some days after it) as ISO 8601 in UTC. */
export const startOfDay = (day: string, timeZone: string, daysLater = 0): string =>
  new Date(Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime(timeZone).epochMilliseconds).toISOString()
