/** Of a time zone: the times at which its distance from UTC changes, in order, and the distances, one more; all in ms. */
export type ZoneRules = { readonly changes: readonly number[]; readonly offsets: readonly number[] }

const DAY = 86_400_000
/** The product has no times before it. */
const FIRST_YEAR = 2015
/** Years from now for which governments are believed. */
const YEARS_AHEAD = 5
/** The time (in ms) from which the rules are read, and that until which they are. */
export const zoneRulesPeriod = () =>
  ({ from: Date.UTC(FIRST_YEAR, 0), until: Date.UTC(new Date().getUTCFullYear() + YEARS_AHEAD, 0) }) as const

/** The distance from UTC at a time, in ms. */
function offsetAt({ changes, offsets }: ZoneRules, time: number): number {
  const later = changes.findIndex((change) => change > time)
  return offsets.at(later) as number
}

/** A time (in ms) as local text, 'YYYY-MM-DD HH:MM:SS'. */
export function localTextBy(rules: ZoneRules, time: number): string {
  const local = new Date(time + offsetAt(rules, time)).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

/**
 * The time (in ms) of a local one, 'YYYY-MM-DDTHH:MM'. One that comes twice when clocks change is the earlier one, one that does not
 * come at all an hour later, or as much as the clocks change.
 */
export function timeBy(rules: ZoneRules, local: string): number {
  const asUtc = Date.parse(`${local}Z`)
  const times = [...new Set(rules.offsets)].map((offset) => asUtc - offset)
  const right = times.filter((time) => time + offsetAt(rules, time) === asUtc)
  return right.length > 0 ? Math.min(...right) : asUtc - offsetAt(rules, asUtc - DAY)
}

/** The server's rules of the zones that a browser shows, by zone. */
let ofServer: Readonly<Record<string, ZoneRules>> = {}
/** From now on these zones have the server's rules in this program: a browser's own may be older (decisions "Rules of time zones"). */
export function takeZoneRules(rules: typeof ofServer): void {
  ofServer = rules
}
/** The server's rules of a zone at a time (in ms); undefined where this program has its own only. */
export function rulesOfServer(timeZone: string, time: number): ZoneRules | undefined {
  if (!Object.hasOwn(ofServer, timeZone)) return undefined
  const { from, until } = zoneRulesPeriod()
  return time >= from && time < until ? ofServer[timeZone] : undefined
}
