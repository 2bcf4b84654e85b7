import { describe, expect, test } from 'vitest'
import { noticeOf, quietUntil, reminderStep, retryTime } from './rules.ts'

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
  test('that come late are a day apart', () => {
    expect(at('2026-12-07T12:00:00Z')).toEqual({ isDue: true, next: next(2, '2026-12-08T12:00:00Z') })
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
