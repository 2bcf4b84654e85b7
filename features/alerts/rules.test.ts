import { describe, expect, test } from 'vitest'
import { ALERT_KINDS } from '#features/kiosks/alert-kinds.ts'
import { type BankFacts, type OpenAlert, SHOWN_MS, STEADY_MS, verdictOn } from './rules.ts'

const NOW = new Date('2026-03-02T12:00:00Z')
const ago = (minutes: number, seconds = 0) => new Date(NOW.getTime() - minutes * 60_000 - seconds * 1000).toISOString()
const LONG_AGO = ago(100_000)

const bank = (change: Partial<BankFacts> = {}): BankFacts => ({
  is_online: true,
  last_heart_beat: ago(0),
  heartbeat_seconds: 30,
  authorisedAt: LONG_AGO,
  sizes: [],
  settings: { OfflineAlertMinutes: 15, NearlyFullPercent: 90 },
  open: [],
  ...change,
})
const silent = (since: string, change: Partial<BankFacts> = {}) => bank({ is_online: false, last_heart_beat: since, ...change })
const verdict = (facts: BankFacts, watchingSince = LONG_AGO) =>
  verdictOn(facts, { now: NOW, watchingSince: new Date(watchingSince) })
const NOTHING = { begin: [], back: [], away: [], end: [] }
const open = (kind: OpenAlert['kind'], change: Partial<OpenAlert> = {}): OpenAlert => ({
  id: 'a',
  kind,
  subject: '',
  beganAt: ago(1),
  backAt: null,
  isOver: false,
  ...change,
})

describe('an outage', () => {
  test('begins when no heartbeat came for longer than the threshold, dated from the last heartbeat', () => {
    expect(verdict(silent(ago(15)))).toEqual(NOTHING)
    const since = ago(15, 1)
    expect(verdict(silent(since)).begin).toEqual([{ kind: 'offline', subject: '', beganAt: new Date(since) }])
    expect(verdict(silent(since, { settings: { OfflineAlertMinutes: 20, NearlyFullPercent: 90 } }))).toEqual(NOTHING)
  })

  test('does not count time before the server listened or before the bank was authorised', () => {
    expect(verdict(silent(ago(60)), ago(15))).toEqual(NOTHING)
    expect(verdict(silent(ago(60)), ago(16)).begin).toHaveLength(1)
    expect(verdict(silent(ago(60), { authorisedAt: ago(15) }))).toEqual(NOTHING)
    expect(verdict(silent(ago(60), { authorisedAt: ago(16) })).begin).toHaveLength(1)
  })

  test('does not begin for a bank that never connected or whose next heartbeat is not due yet', () => {
    expect(verdict(bank({ is_online: false, last_heart_beat: null }))).toEqual(NOTHING)
    expect(verdict(bank({ last_heart_beat: ago(14), heartbeat_seconds: 300 }))).toEqual(NOTHING)
  })

  test('begins once, and ends when the bank has been back for longer than a flap', () => {
    const steady = new Date(NOW.getTime() - STEADY_MS)
    expect(verdict(silent(ago(60), { open: [open('offline')] }))).toEqual(NOTHING)
    expect(verdict(bank({ open: [open('offline')] }))).toEqual({ ...NOTHING, back: ['a'] })
    expect(verdict(bank({ open: [open('offline', { backAt: new Date(steady.getTime() + 1).toISOString() })] }))).toEqual(NOTHING)
    expect(verdict(bank({ open: [open('offline', { backAt: steady.toISOString() })] }))).toEqual({ ...NOTHING, end: ['a'] })
  })

  test('continues when the bank was back only briefly', () => {
    const away = verdict(silent(ago(2), { open: [open('offline', { backAt: ago(1) })] }))
    expect(away).toEqual({ ...NOTHING, away: ['a'] })
  })
})

describe('a size is nearly full', () => {
  const sizes = (taken: number, lockers = 20, size = 2) => [{ size, lockers, taken }]
  const full = open('nearly-full', { subject: '2' })

  test('from the configured share on, each size separately', () => {
    expect(verdict(bank({ sizes: sizes(17) }))).toEqual(NOTHING)
    const both = [...sizes(18), ...sizes(2, 2, 3), ...sizes(0, 4, 5)]
    expect(verdict(bank({ sizes: both })).begin).toEqual([
      { kind: 'nearly-full', subject: '2', beganAt: NOW },
      { kind: 'nearly-full', subject: '3', beganAt: NOW },
    ])
    expect(verdict(bank({ sizes: both, open: [full] })).begin.map(({ subject }) => subject)).toEqual(['3'])
  })

  test('until it is clearly below the share, so that a single package does not begin and end it', () => {
    for (const taken of [20, 18, 17, 16]) expect(verdict(bank({ sizes: sizes(taken), open: [full] }))).toEqual(NOTHING)
    expect(verdict(bank({ sizes: sizes(15), open: [full] }))).toEqual({ ...NOTHING, end: ['a'] })
  })

  test('never with a single locker, and not after the size was removed from the bank', () => {
    expect(verdict(bank({ sizes: sizes(1, 1) }))).toEqual(NOTHING)
    expect(verdict(bank({ open: [full] }))).toEqual({ ...NOTHING, end: ['a'] })
  })

  test('also while the bank is OFFLINE', () => {
    expect(verdict(silent(ago(1), { sizes: sizes(20) })).begin).toHaveLength(1)
  })
})

test('a bank that is not authorised, inactive or deleted begins no alert, and its open alerts end', () => {
  const facts = silent(ago(60), {
    authorisedAt: null,
    sizes: [{ size: 2, lockers: 2, taken: 2 }],
    open: ALERT_KINDS.map((kind) => open(kind, { id: kind })),
  })
  expect(verdict(facts)).toEqual({ ...NOTHING, end: [...ALERT_KINDS] })
})

test('the alert of a door or a drop-off ends by the state of its device or locker, and stays open until then', () => {
  for (const kind of ['door-open', 'drop-off-refused'] as const) {
    expect(verdict(bank({ open: [open(kind, { beganAt: LONG_AGO })] }))).toEqual(NOTHING)
    expect(verdict(bank({ open: [open(kind, { isOver: true })] }))).toEqual({ ...NOTHING, end: ['a'] })
  }
})

test('an unrecorded event without a state that settles it is shown for a week', () => {
  const begun = (ms: number) => [open('event-refused', { isOver: null, beganAt: new Date(NOW.getTime() - ms).toISOString() })]
  expect(verdict(bank({ open: begun(SHOWN_MS - 1) }))).toEqual(NOTHING)
  expect(verdict(bank({ open: begun(SHOWN_MS) }))).toEqual({ ...NOTHING, end: ['a'] })
})
