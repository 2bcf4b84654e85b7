import { Temporal } from 'temporal-polyfill'
import { afterEach, expect, test } from 'vitest'
import { dateTimeText, localDay, localTimeText } from './date-format.ts'
import { localText, startOfDay, zoneRules } from './time-zone.ts'
import { takeZoneRules, timeBy } from './zone-rules.ts'

const ZONES = [
  ...['America/Edmonton', 'America/New_York', 'America/Asuncion', 'America/Coyhaique', 'America/Havana', 'America/Godthab'],
  ...['Africa/Cairo', 'Africa/Casablanca', 'Africa/El_Aaiun', 'Antarctica/Troll', 'Asia/Almaty', 'Asia/Gaza', 'Asia/Kathmandu'],
  ...['Asia/Tehran', 'Australia/Lord_Howe', 'Europe/Dublin', 'Europe/London', 'Europe/Kyiv', 'Pacific/Apia', 'Pacific/Chatham'],
  ...['Pacific/Kiritimati', 'Pacific/Norfolk', 'UTC', 'US/Pacific'],
]
const HOUR = 3_600_000

test.each(ZONES)('the local time of %s is that of Intl, every 61 hours and around each change', (zone) => {
  const times = [...zoneRules(zone).changes].flatMap((at) => [at - 1000, at, at + 1000])
  for (let at = Date.UTC(2015, 0, 2); at < Date.UTC(new Date().getUTCFullYear() + 4, 0); at += 61 * HOUR) times.push(at)
  const texts = times.map((time) => new Date(time).toISOString())
  const bySelf = texts.map((at) => localTimeText(localText(at, zone), 'international'))
  expect(bySelf).toEqual(texts.map((at) => dateTimeText(at, 'international', zone)))
})

test.each(ZONES)('a day of %s starts where its date does', (zone) => {
  for (const { at } of zoneRules(zone).changes.map((change) => ({ at: new Date(change) }))) {
    const day = localDay(at, zone)
    const start = new Date(startOfDay(day, zone))
    expect([localDay(start, zone), localDay(new Date(start.getTime() - 1), zone) < day]).toEqual([day, true])
    expect(Date.parse(startOfDay(day, zone, 1))).toBeGreaterThan(start.getTime())
  }
})

test.each(ZONES)('a local time of %s is the time of Temporal, around each change', (zone) => {
  const rules = zoneRules(zone)
  for (const change of rules.changes)
    for (let minutes = -150; minutes <= 150; minutes += 15) {
      const local = new Date(change + minutes * 60_000 + rules.offsets[0]!).toISOString().slice(0, 16)
      expect([local, timeBy(rules, local)]).toEqual([
        local,
        Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds,
      ])
    }
})

afterEach(() => takeZoneRules({}))
test('a zone has the rules of the server, also where those of the program are older', () => {
  const [at, zone] = ['2026-11-26T06:30:00Z', 'America/Edmonton']
  takeZoneRules({ [zone]: { changes: [], offsets: [5 * HOUR] } })
  expect([dateTimeText(at, 'international', zone), localDay(new Date(at), zone)]).toEqual([
    '2026-11-26 11:30:00 am',
    '2026-11-26',
  ])
  expect(dateTimeText(at, 'international', 'UTC')).toBe('2026-11-26 06:30:00 am')
  // Beyond the years of the rules, the program's own count.
  expect(dateTimeText('2070-01-01T12:00:00Z', 'international', zone)).toMatch(/^2070-01-01 0[56]:00:00 am$/)
})
