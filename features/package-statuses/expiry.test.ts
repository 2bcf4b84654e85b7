import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { expiry, mayBeExpired } from './expiry.ts'
import { STATUS_NAMES, type StatusName } from './statuses.ts'

/**
 * Includes zones that change their clocks at midnight and on a weekday (Cairo, Amman), by half an hour, and on both hemispheres.
 */
const ZONES = [
  'UTC',
  'America/New_York',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Amman',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Europe/London',
  'Europe/Berlin',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
]
const zones = fc.constantFrom(...ZONES)
const moments = fc
  .date({ min: new Date('2012-01-01T00:00:00Z'), max: new Date('2040-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const periods = fc.integer({ min: 0, max: 40 })
const local = (time: string, zone: string) => Temporal.Instant.from(time).toZonedDateTimeISO(zone)
const isWeekend = (day: Temporal.PlainDate) => day.dayOfWeek > 5

describe('expiry', () => {
  test('is the last millisecond of a weekday, exactly the period of weekdays after the drop-off day', () => {
    fc.assert(
      fc.property(moments, periods, zones, (dropOff, period, zone) => {
        const end = local(expiry(dropOff, period, zone), zone)
        let day = local(dropOff, zone).toPlainDate()
        while (isWeekend(day)) day = day.add({ days: 1 })
        let counted = 0
        while (day.until(end.toPlainDate()).days > 0) {
          day = day.add({ days: 1 })
          if (!isWeekend(day)) counted += 1
        }
        expect(counted).toBe(period)
        expect(isWeekend(end.toPlainDate())).toBe(false)
        expect(end.toPlainTime().toString()).toBe('23:59:59.999')
        expect(
          end
            .add({ milliseconds: 1 })
            .toPlainDate()
            .equals(end.toPlainDate().add({ days: 1 })),
        ).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('is never earlier for a later drop-off or a longer period', () => {
    fc.assert(
      fc.property(moments, moments, periods, periods, zones, (one, other, short, more, zone) => {
        const [early, late] = one < other ? [one, other] : [other, one]
        expect(expiry(early, short, zone) <= expiry(late, short, zone)).toBe(true)
        expect(expiry(one, short, zone) < expiry(one, short + more + 1, zone)).toBe(true)
        expect(expiry(one, short, zone) > one).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  test.each([
    ['a Friday evening counts from Monday', '2026-03-06T22:00:00Z', 1, 'Europe/London', '2026-03-09T23:59:59.999Z'],
    ['a Saturday counts as the Monday', '2026-03-07T12:00:00Z', 1, 'Europe/London', '2026-03-10T23:59:59.999Z'],
    ['no period ends on the day itself', '2026-03-10T12:00:00Z', 0, 'Europe/London', '2026-03-10T23:59:59.999Z'],
    ['the day is the local one', '2026-03-11T03:00:00Z', 1, 'America/New_York', '2026-03-12T03:59:59.999Z'],
    ['clocks go forward in between', '2026-03-27T12:00:00Z', 1, 'Europe/Berlin', '2026-03-30T21:59:59.999Z'],
    ['clocks go back in between', '2026-10-23T12:00:00Z', 1, 'Europe/Berlin', '2026-10-26T22:59:59.999Z'],
    ['the next midnight is left out', '2024-04-24T12:00:00Z', 1, 'Africa/Cairo', '2024-04-25T21:59:59.999Z'],
    ['the last hour comes twice', '2024-10-30T12:00:00Z', 1, 'Africa/Cairo', '2024-10-31T21:59:59.999Z'],
  ])('%s', (_, dropOff, period, zone, end) => {
    expect(expiry(dropOff, period, zone)).toBe(end)
  })

  test('throws for an unknown zone or an invalid time', () => {
    expect(() => expiry('2026-03-06T22:00:00Z', 1, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => expiry('yesterday', 1, 'UTC')).toThrow(RangeError)
  })
})

describe('a package is due', () => {
  const END = '2026-03-09T23:59:59.999Z'
  const AFTER = new Date('2026-03-10T00:00:00.000Z')
  const due = (status: StatusName, place: 'locker' | 'mailroom', expiryTime: string | null = END, now = AFTER) =>
    mayBeExpired({ status, place, expiryTime }, now)

  test('after its expiry, not at the same moment, and never without one', () => {
    expect(due('InLocker', 'locker')).toBe(true)
    expect(due('InLocker', 'locker', END, new Date(END))).toBe(false)
    expect(due('InLocker', 'locker', null)).toBe(false)
  })

  test('in the group Active only, so that a second run finds nothing', () => {
    const lockers = STATUS_NAMES.filter((status) => due(status, 'locker'))
    const mailrooms = STATUS_NAMES.filter((status) => due(status, 'mailroom'))
    expect(lockers).toEqual(['InLocker', 'TransferredtoLocker', 'Found'])
    expect(mailrooms).toEqual(['InMailroom', 'TransferredtoMailroom', 'ServiceRecoveredtoMailroom', 'Found'])
  })
})
