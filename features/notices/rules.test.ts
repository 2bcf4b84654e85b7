import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { LAST_REMINDER_HOUR, noticeOf, quietUntil, REMINDER_HOUR, reminderStep, retryTime } from './rules.ts'

test.each([
  ['new', 'InLocker', 'locker', 'deliveredToLocker'],
  ['new', 'InMailroom', 'mailroom', 'arrivedInMailroom'],
  ['new', 'Unconfirmed', 'locker', null],
  ['Unconfirmed', 'InLocker', 'locker', 'deliveredToLocker'],
  ['WrongRecipient', 'InMailroom', 'mailroom', 'arrivedInMailroom'],
  ['Missing', 'Found', 'mailroom', 'arrivedInMailroom'],
  ['OnHold', 'InMailroom', 'mailroom', null],
  ['InLocker', 'TransferredtoMailroom', 'mailroom', 'transferred'],
  ['InMailroom', 'TransferredtoLocker', 'locker', 'transferred'],
  ['InLocker', 'ExpiredInlocker', 'locker', 'expired'],
  ['ExpiredInlocker', 'ExpiredCollectedbyRecipient', 'none', 'collected'],
  ['InMailroom', 'ReturnedtoSender', 'none', null],
  ['new', 'DroppedOffForDryCleaning', 'locker', null],
] as const)('a package that was %s and is %s in a %s: %s', (before, after, place, notice) => {
  expect(noticeOf(before, after, place)).toBe(notice)
})

test('a package that is moved before it was confirmed or announced has arrived', () => {
  expect(noticeOf('Unconfirmed', 'TransferredtoMailroom', 'mailroom')).toBe('arrivedInMailroom')
  expect(noticeOf('Pending', 'ServiceRecoveredtoMailroom', 'mailroom')).toBe('transferred')
  expect(noticeOf('Pending', 'ServiceRecoveredtoMailroom', 'mailroom', true)).toBe('arrivedInMailroom')
  expect(noticeOf('InMailroom', 'TransferredtoLocker', 'locker', true)).toBe('deliveredToLocker')
})

describe('quiet hours', () => {
  const London = 'Europe/London'
  test.each([
    ['2026-11-23T20:59:59Z', 21, 8, null],
    ['2026-11-23T21:00:00Z', 21, 8, '2026-11-24T08:00:00.000Z'],
    ['2026-11-24T07:59:59Z', 21, 8, '2026-11-24T08:00:00.000Z'],
    ['2026-11-24T08:00:00Z', 21, 8, null],
    ['2026-11-24T12:00:00Z', 11, 14, '2026-11-24T14:00:00.000Z'],
    ['2026-11-24T12:00:00Z', 9, 9, null],
    // The clock goes forward at 1:00 in this night, so that 8:00 is an hour earlier in UTC.
    ['2026-03-28T22:00:00Z', 21, 8, '2026-03-29T07:00:00.000Z'],
    // The hour from 1:00 to 2:00 comes twice in this night.
    ['2026-10-25T01:30:00Z', 21, 2, '2026-10-25T02:00:00.000Z'],
  ])('at %s, quiet from %i to %i: until %s', (now, from, to, until) => {
    expect(quietUntil(new Date(now), London, { from, to })?.toISOString() ?? null).toBe(until)
  })
})

describe('reminders', () => {
  // A Thursday.
  const waiting = {
    status: 'InMailroom',
    since: '2026-11-19T15:00:00Z',
    number: 1,
    timeZone: 'Europe/Berlin',
    count: 2,
    everyDays: 2,
    hold: null,
  } as const
  const at = (time: string, more: object = {}) => reminderStep({ ...waiting, ...more }, new Date(time))
  const next = (number: number, lookAt: string) => ({ number, lookAt: new Date(lookAt) })

  test('come some weekdays apart at ten o’clock', () => {
    expect(at('2026-11-19T16:00:00Z')).toEqual({ isDue: false, next: next(1, '2026-11-23T09:00:00Z') })
    expect(at('2026-11-23T09:00:00Z')).toEqual({ isDue: true, next: next(2, '2026-11-25T09:00:00Z') })
    expect(at('2026-11-25T09:00:00Z', { number: 2 })).toEqual({ isDue: true, next: null })
  })
  test('end after their number, and with the wait', () => {
    const end = { isDue: false, next: null }
    expect(at('2026-11-25T09:00:00Z', { number: 3 })).toEqual(end)
    expect(at('2026-11-25T09:00:00Z', { count: 0 })).toEqual(end)
    for (const status of ['CollectedbyRecipient', 'ExpiredInMailroom', 'ReturnedtoSender'])
      expect(at('2026-11-23T09:00:00Z', { status })).toEqual(end)
  })
  test('pause while the package is on hold or its recipient is out of town', () => {
    expect(at('2026-11-23T09:00:00Z', { status: 'OnHold' })).toEqual({ isDue: false, next: next(1, '2026-11-24T09:00:00Z') })
    const hold = { from: '2026-11-20', until: '2026-12-01' }
    expect(at('2026-11-23T09:00:00Z', { hold })).toEqual({ isDue: false, next: next(1, '2026-12-01T09:00:00Z') })
    expect(at('2026-12-01T09:00:00Z', { hold })).toEqual({ isDue: true, next: next(2, '2026-12-02T09:00:00Z') })
  })
  test('that come late come on the next weekday, by day', () => {
    expect(at('2026-12-07T12:00:00Z')).toEqual({ isDue: true, next: next(2, '2026-12-08T09:00:00Z') })
    expect(at('2026-12-11T12:00:00Z')).toEqual({ isDue: true, next: next(2, '2026-12-14T09:00:00Z') })
    expect(at('2026-12-12T12:00:00Z')).toEqual({ isDue: false, next: next(1, '2026-12-14T09:00:00Z') })
    expect(at('2026-12-08T03:00:00Z')).toEqual({ isDue: false, next: next(1, '2026-12-08T09:00:00Z') })
    expect(at('2026-12-08T17:00:00Z')).toEqual({ isDue: false, next: next(1, '2026-12-09T09:00:00Z') })
  })

  test('are never due at a weekend or by night, and each look is on a weekday at ten o’clock', () => {
    const time = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    const hold = fc.tuple(time, fc.integer({ min: 1, max: 30 })).map(([from, days]) => ({
      from: from.toISOString().slice(0, 10),
      until: new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10),
    }))
    const waits = fc.record({
      status: fc.constantFrom('InMailroom', 'InLocker', 'OnHold', 'Missing'),
      since: time.map((at) => at.toISOString()),
      number: fc.integer({ min: 1, max: 5 }),
      timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'),
      count: fc.integer({ min: 0, max: 5 }),
      everyDays: fc.integer({ min: 1, max: 10 }),
      hold: fc.option(hold),
    })
    fc.assert(
      fc.property(waits, time, (wait, now) => {
        const { isDue, next } = reminderStep(wait as Parameters<typeof reminderStep>[0], now)
        const localOf = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(wait.timeZone)
        if (isDue) {
          expect(localOf(now).dayOfWeek).toBeLessThanOrEqual(5)
          expect(localOf(now).hour).toBeGreaterThanOrEqual(REMINDER_HOUR)
          expect(localOf(now).hour).toBeLessThan(LAST_REMINDER_HOUR)
        }
        if (!next) return
        expect(next.lookAt.getTime()).toBeGreaterThan(now.getTime())
        const look = localOf(next.lookAt)
        expect([look.dayOfWeek <= 5, look.hour, look.minute]).toEqual([true, REMINDER_HOUR, 0])
      }),
    )
  })
})

test('attempts pause longer and longer, for more than a day', () => {
  const now = new Date('2026-11-23T00:00:00Z')
  const pause = (attempts: number, random = 0) => {
    const again = retryTime(attempts, now, random)
    return again && (again.getTime() - now.getTime()) / 1000
  }
  expect([1, 2, 3, 7, 8, 54, 55].map((attempts) => pause(attempts))).toEqual([30, 60, 120, 1920, 3600, 3600, null])
  expect(pause(1, 1)).toBe(15)
  const shortest = Array.from({ length: 54 }, (_, i) => pause(i + 1, 1) ?? 0).reduce((sum, one) => sum + one)
  expect(shortest).toBeGreaterThan(86_400)
})
