import { expect, test } from 'vitest'
import { dateTimeText, localDay, localTimeText } from './date-format.ts'
import { localText, startOfDay, zoneRules } from './time-zone.ts'

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
