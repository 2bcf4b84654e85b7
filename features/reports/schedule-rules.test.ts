import { expect, test } from 'vitest'
import { daysOf, nextTime, type Plan } from './schedule-rules.ts'

const plan = (change: Partial<Plan>): Plan => ({ frequency: 'Daily', weekday: 1, monthDay: 1, hour: 7, ...change })
const next = (change: Partial<Plan>, after: string, zone = 'Europe/Berlin') =>
  nextTime(plan(change), zone, new Date(after)).toISOString()

test.each([
  ['today, when the hour is still to come', {}, '2026-11-23T05:59:59Z', '2026-11-23T06:00:00.000Z'],
  ['tomorrow, from the hour on', {}, '2026-11-23T06:00:00Z', '2026-11-24T06:00:00.000Z'],
  ['on the weekday', { frequency: 'Weekly', weekday: 7 }, '2026-11-23T06:00:00Z', '2026-11-29T06:00:00.000Z'],
  ['a week later, from the hour on', { frequency: 'Weekly', weekday: 1 }, '2026-11-23T06:00:00Z', '2026-11-30T06:00:00.000Z'],
  ['on the day of the month', { frequency: 'Monthly', monthDay: 15 }, '2026-11-23T06:00:00Z', '2026-12-15T06:00:00.000Z'],
  [
    'on the last day of a short month',
    { frequency: 'Monthly', monthDay: 31 },
    '2027-02-01T00:00:00Z',
    '2027-02-28T06:00:00.000Z',
  ],
  ['on the 31st after that', { frequency: 'Monthly', monthDay: 31 }, '2027-02-28T06:00:00Z', '2027-03-31T05:00:00.000Z'],
  ['after an hour that is left out', { hour: 2 }, '2027-03-27T12:00:00Z', '2027-03-28T01:00:00.000Z'],
  ['at the first of two equal hours', { hour: 2 }, '2026-10-24T12:00:00Z', '2026-10-25T00:00:00.000Z'],
  ['once on a day with two equal hours', { hour: 2 }, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
] as const)('the next time is %s', (_name, change, after, expected) => {
  expect(next(change, after)).toBe(expected)
})

test('the local day counts, not that of UTC', () => {
  expect(next({ frequency: 'Weekly', weekday: 1, hour: 1 }, '2026-11-22T12:00:00Z', 'Pacific/Auckland')).toBe(
    '2026-11-29T12:00:00.000Z',
  )
})

test.each([
  ['Yesterday', '2026-11-22', '2026-11-22'],
  ['Last7Days', '2026-11-16', '2026-11-22'],
  ['Last30Days', '2026-10-24', '2026-11-22'],
  ['LastMonth', '2026-10-01', '2026-10-31'],
] as const)('the period %s ends before today', (period, From, To) => {
  expect(daysOf(period, 'Europe/Berlin', new Date('2026-11-22T23:30:00Z'))).toEqual({ From, To })
})
