import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyChange,
  choiceFor,
  choices,
  choicesOfEmptyLocker,
  isSaveHidden,
  mailroomsOffered,
  type PackageNow,
  uiSettings,
  whyNotChange,
  whyNotResend,
  whyNotShareLocker,
} from './rules.ts'
import { groupIdOf, isLive, type Place, placeOf, STATUS_NAMES, STATUSES, type StatusName, statusById } from './statuses.ts'
import type { Door, StatusNow } from './transitions.ts'

/**
 * The decisions' table once more, by numbers: door, place, statuses now: what may be asked, in the order shown.
 * V is Verify; m a required mailroom, o an optional one; r a required recipient, p an optional one; k a required locker.
 */
const EXPECTED = `
dashboard locker 1,4,6: V 3m 15 8
dashboard locker 10: V 11m 16 7
dashboard locker 12: V 6o 23
dashboard locker 14: V 15 1 3m
dashboard locker 13: V 15 3m
dashboard locker 21: V 9 5m 12
dashboard locker 24: V 25
dashboard locker 22: V
detail locker 1,4,6: 3m 15 8
detail locker 10: 11m 16 7
detail locker 12: 6m 23
detail locker 14: 15 1 3m
detail locker 13: 1r 2rm
detail locker 21: 12o 9p 5mp
detail locker 22: 2m
detail mailroom 2,3,5,6: 8 9 15 18 19 20 12 13 22
detail mailroom 11: 7 9 16 18 19 20 12
detail mailroom 12: 6m 23
detail mailroom 13: 2ro
detail mailroom 22: 2o
detail none 23: 6m
detail none new: 2m
kiosk-resident locker 1,4,6: 8 21 13
kiosk-resident locker 10: 7
kiosk-resident none new: 24k
kiosk-agent6 locker 14: 1
kiosk-agent6 none new: 1k 14k
kiosk-agent7 locker 1,4,6: 15
kiosk-agent7 locker 10: 16
kiosk-agent7 locker 14: 1 17
kiosk-agent7 locker 13,21: 17
kiosk-agent7 none new: 1k 14k
kiosk-agent9 locker 24: 25
kiosk-staff mailroom 2,3,5,6: 4k
job locker 1,4,6: 10
job mailroom 2,3,5,6: 11
`

type Line = { door: string; place: string; now: string; wanted: string[] }
const LINES: Line[] = EXPECTED.trim()
  .split('\n')
  .flatMap((line) => {
    const [, door = '', place = '', from = '', wanted = ''] = line.match(/^(\S+) (\S+) (\S+): (.*)$/)!
    return from.split(',').map((now) => ({ door, place, now, wanted: wanted.split(' ') }))
  })

const DOORS: Door[] = [
  'dashboard',
  'detail',
  'kiosk-resident',
  'kiosk-agent6',
  'kiosk-agent7',
  'kiosk-agent9',
  'kiosk-staff',
  'job',
]
const PLACES: Place[] = ['locker', 'mailroom', 'none']
const NOW = new Date('2026-03-11T10:00:00Z')
const DROPPED = new Date('2026-03-09T10:00:00Z')
const MAILROOM = 'mailroom-1'
const OTHER_MAILROOM = 'mailroom-2'
const ALL = { mailrooms: [MAILROOM, OTHER_MAILROOM], isDroppingAgent: true, now: NOW }
const CLOCK = { now: NOW, periods: { locker: 2, mailroom: 10 }, timeZone: 'America/New_York' }
const GIVEN = { mailroomId: MAILROOM, lockerId: 'locker-2', residentId: 'resident-2' }

const lying = (status: StatusNow, place: Place, more: Partial<PackageNow> = {}): PackageNow => ({
  status,
  place,
  lockerId: place === 'locker' ? 'locker-1' : null,
  mailroomId: place === 'mailroom' ? MAILROOM : null,
  residentId: status === 'new' ? null : 'resident-1',
  dropOffTime: status === 'new' ? null : DROPPED,
  expiryTime: status === 'new' ? null : new Date('2026-03-10T23:59:59.999Z'),
  collectionTime: null,
  recoveryTime: null,
  ...more,
})

const wantedOf = (code: string): StatusName | null => (code === 'V' ? null : statusById(Number.parseInt(code, 10))!)
const numberOf = (status: StatusNow) => (status === 'new' ? 'new' : String(STATUSES[status].id))
const expectedAt = (door: Door, place: Place, now: StatusNow) =>
  LINES.find((line) => line.door === door && line.place === place && line.now === numberOf(now))?.wanted ?? []

const everySituation = DOORS.flatMap((door) =>
  PLACES.flatMap((place) => (['new', ...STATUS_NAMES] as StatusNow[]).map((status) => ({ door, place, status }))),
)
const situations = fc.constantFrom(...everySituation)
const statuses = fc.constantFrom(null, ...STATUS_NAMES)
/** Every change of the expected table, as a package and the choice made for it. */
const everyChange = LINES.flatMap(({ door, place, now, wanted }) =>
  wanted
    .filter((code) => code !== 'V')
    .map((code) => {
      const status = now === 'new' ? 'new' : statusById(Number(now))!
      const pkg = lying(status, place as Place)
      return { pkg, door: door as Door, code, choice: choiceFor(pkg, door as Door, wantedOf(code))! }
    }),
)
const changes = fc.constantFrom(...everyChange)

describe('what may be done with a package', () => {
  test('is what the table of decisions says, in its order, at every door, for every status in every place', () => {
    for (const { door, place, status } of everySituation) {
      const offered = choices({ status, place }, door, ALL).map((choice) => choice.wanted)
      const expected = expectedAt(door, place, status).map(wantedOf)
      const order = door === 'dashboard' ? (list: unknown[]) => list : (list: unknown[]) => new Set(list)
      expect(order(offered), `${door} ${place} ${status}`).toEqual(order(expected))
      expect(new Set(offered).size, 'no status twice').toBe(offered.length)
    }
  })

  test('is allowed, of all pairs of statuses, exactly where the table says, and refused with a reason elsewhere', () => {
    let allowed = 0
    for (const { door, place, status } of everySituation) {
      const may = new Set(expectedAt(door, place, status).map(wantedOf))
      for (const wanted of [null, ...STATUS_NAMES]) {
        const refusal = whyNotChange(lying(status, place), door, wanted, GIVEN, ALL)
        if (may.has(wanted)) expect(refusal, `${door} ${place} ${status} to ${wanted}`).toBeNull()
        else expect(refusal?.code, `${door} ${place} ${status} to ${wanted}`).toMatch(/^Msg(StatusChange|NewPackage)NotAllowed$/)
        if (may.has(wanted)) allowed += 1
      }
    }
    expect(allowed).toBe(LINES.reduce((sum, line) => sum + line.wanted.length, 0))
  })

  test('asks for the mailroom, locker and recipient that the table names', () => {
    for (const { choice, code } of everyChange) {
      const has = (letter: string) => code.includes(letter)
      expect(choice.asks.mailroom, code).toBe(has('m') ? 'required' : has('o') ? 'optional' : 'no')
      expect(choice.asks.recipient, code).toBe(has('r') ? 'required' : has('p') ? 'optional' : 'no')
      expect(choice.asks.locker, code).toBe(has('k') ? 'required' : 'no')
    }
  })

  test('carries the words of the dashboard', () => {
    const words = (status: StatusName) => choices({ status, place: 'locker' }, 'dashboard', ALL).map((choice) => choice.label)
    expect(words('InLocker')).toEqual(['Verify', 'Transfer to Mailroom', 'Recovery by Delivery Agent', 'Collect by Recipient'])
    expect(words('Found')).toEqual(words('InLocker'))
    expect(words('ExpiredInlocker')).toEqual([
      'Verify',
      'Transfer to Mailroom',
      'Expired Recovery by Delivery Agent',
      'Expired Collect by Recipient',
    ])
    expect(words('Missing')).toEqual(['Verify', 'Mark as Found', 'Mark as Lost'])
    expect(words('Unconfirmed')).toEqual(['Verify', 'Recovery by Delivery Agent', 'Mark as Confirmed', 'Transfer to Mailroom'])
    expect(words('WrongRecipient')).toEqual(['Verify', 'Recovery by Delivery Agent', 'Transfer to Mailroom'])
    expect(words('Pending')).toEqual([
      'Verify',
      'Service Recovered For Recipient',
      'Service Recovered to Mailroom',
      'Mark as Missing',
    ])
    expect(words('DroppedOffForDryCleaning')).toEqual(['Verify', 'Recovery by Delivery Agent'])
    expect(choicesOfEmptyLocker.map((choice) => choice.label)).toEqual(['Verify'])
  })

  test('never offers a mailroom where there is none', () => {
    fc.assert(
      fc.property(situations, ({ door, place, status }) => {
        const offered = choices({ status, place }, door, { mailrooms: [], isDroppingAgent: true })
        const expected = expectedAt(door, place, status).filter((code) => !code.includes('m'))
        expect(new Set(offered.map((choice) => choice.wanted))).toEqual(new Set(expected.map(wantedOf)))
        expect(offered.every((choice) => choice.asks.mailroom === 'no')).toBe(true)
      }),
    )
    expect(mailroomsOffered({ mailroomId: null }, [MAILROOM])).toEqual([])
    expect(mailroomsOffered({ mailroomId: MAILROOM }, [])).toEqual([])
    expect(mailroomsOffered({ mailroomId: MAILROOM }, [MAILROOM])).toEqual([MAILROOM])
    expect(mailroomsOffered(null, [MAILROOM])).toEqual([MAILROOM])
  })

  test('is offered exactly when it is not refused', () => {
    const circumstances = fc.record({ mailrooms: fc.constantFrom([], [MAILROOM]), isDroppingAgent: fc.boolean() })
    fc.assert(
      fc.property(situations, statuses, circumstances, ({ door, place, status }, wanted, given) => {
        const offered = choices({ status, place }, door, given).find((choice) => choice.wanted === wanted)
        const pkg = lying(status, place, { mailroomId: null })
        const details = { ...GIVEN, mailroomId: offered?.asks.mailroom === 'required' ? MAILROOM : null }
        expect(whyNotChange(pkg, door, wanted, details, { ...given, now: NOW }) === null).toBe(offered !== undefined)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a change', () => {
  const apply = (pkg: PackageNow, door: Door, wanted: StatusName, given = {}) =>
    applyChange(pkg, choiceFor(pkg, door, wanted)!, given, CLOCK)

  test('ends where the new status says: a place that agrees with it, one id for it, and times only where they belong', () => {
    fc.assert(
      fc.property(changes, fc.boolean(), ({ pkg, choice }, withMailroom) => {
        const mailroomId = withMailroom || choice.asks.mailroom === 'required' ? OTHER_MAILROOM : null
        const after = applyChange(pkg, choice, { ...GIVEN, mailroomId }, CLOCK)
        const own = placeOf(after.status)
        expect(after.status).toBe(choice.wanted)
        expect(isLive(after.status)).toBe(after.place !== 'none')
        if (own !== 'either') expect(after.place).toBe(own)
        else expect(after.place).toBe(choice.asks.mailroom !== 'no' && mailroomId ? 'mailroom' : pkg.place)
        if (after.place !== 'none') {
          expect(after.lockerId !== null).toBe(after.place === 'locker')
          expect(after.mailroomId !== null).toBe(after.place === 'mailroom')
        } else expect([after.lockerId, after.mailroomId]).toEqual([pkg.lockerId, pkg.mailroomId])
        expect(after.collectionTime).toEqual(groupIdOf(after.status) === 2 ? NOW : null)
        expect(after.recoveryTime).toEqual(groupIdOf(after.status) === 6 && after.status !== 'Lost' ? NOW : null)
        expect(after.dropOffTime).toEqual(pkg.status === 'new' ? NOW : DROPPED)
      }),
      { numRuns: 1000 },
    )
  })

  test('leads only to a status from which the package can go on, unless it has left the house', () => {
    for (const { pkg, choice } of everyChange) {
      const after = applyChange(pkg, choice, GIVEN, CLOCK)
      const onward = DOORS.flatMap((door) => choices(after, door, ALL)).filter((next) => next.wanted !== null)
      expect(onward.length > 0, `${pkg.status} to ${after.status}`).toBe(isLive(after.status) || after.status === 'Lost')
    }
  })

  test('of Missing keeps the locker until the package is found elsewhere or lost', () => {
    const missing = apply(lying('Pending', 'locker'), 'dashboard', 'Missing')
    expect(missing).toMatchObject({ place: 'locker', lockerId: 'locker-1' })
    expect(apply(missing, 'dashboard', 'Found')).toMatchObject({ place: 'locker', lockerId: 'locker-1', mailroomId: null })
    const found = apply(missing, 'dashboard', 'Found', { mailroomId: MAILROOM })
    expect(found).toMatchObject({ place: 'mailroom', lockerId: null, mailroomId: MAILROOM })
    expect(apply(missing, 'dashboard', 'Lost')).toMatchObject({ place: 'none', expiryTime: null })
  })

  test('counts a new expiry by the place where the package now lies, and leaves it alone elsewhere', () => {
    const stored = lying('InMailroom', 'mailroom')
    expect(apply(lying('InLocker', 'locker'), 'dashboard', 'TransferredtoMailroom', GIVEN).expiryTime).toEqual(
      new Date('2026-03-26T03:59:59.999Z'),
    )
    expect(apply(stored, 'kiosk-staff', 'TransferredtoLocker', GIVEN).expiryTime).toEqual(new Date('2026-03-14T03:59:59.999Z'))
    expect(apply(lying('InLocker', 'locker'), 'kiosk-resident', 'Pending').expiryTime).toEqual(stored.expiryTime)
    expect(apply(lying('ExpiredInlocker', 'locker'), 'dashboard', 'ExpiredInMailroom', GIVEN).expiryTime).toEqual(
      stored.expiryTime,
    )
    expect(apply(lying('new', 'none'), 'kiosk-resident', 'DroppedOffForDryCleaning', GIVEN).expiryTime).toBeNull()
    const received = apply(lying('new', 'none'), 'detail', 'InMailroom', { ...GIVEN, dropOffTime: DROPPED })
    expect(received).toMatchObject({ dropOffTime: DROPPED, expiryTime: new Date('2026-03-24T03:59:59.999Z') })
  })

  test('takes dates, mailroom and recipient only where the choice asks for them', () => {
    const time = new Date('2026-03-10T08:00:00Z')
    const given = { ...GIVEN, collectionTime: time, recoveryTime: time, expiryTime: time }
    const collected = apply(lying('InMailroom', 'mailroom'), 'detail', 'CollectedbyRecipient', given)
    expect(collected).toMatchObject({ collectionTime: time, recoveryTime: null, residentId: 'resident-1' })
    expect(collected.expiryTime).not.toEqual(time)
    expect(apply(lying('InLocker', 'locker'), 'dashboard', 'CollectedbyRecipient', given).collectionTime).toEqual(NOW)
    expect(apply(lying('Pending', 'locker'), 'detail', 'Missing', { expiryTime: time }).expiryTime).toEqual(time)
    const given13 = apply(lying('WrongRecipient', 'locker'), 'detail', 'InLocker', given)
    expect(given13).toMatchObject({ residentId: 'resident-2', place: 'locker', lockerId: 'locker-1' })
  })

  test('is a mistake of the program for Verify and without the mailroom that the choice requires', () => {
    const pkg = lying('InLocker', 'locker')
    expect(() => applyChange(pkg, choiceFor(pkg, 'dashboard', null)!, {}, CLOCK)).toThrow()
    expect(() => apply(pkg, 'dashboard', 'TransferredtoMailroom')).toThrow()
    expect(() => apply(lying('Lost', 'none'), 'detail', 'Found')).toThrow()
  })
})

describe('a change is refused', () => {
  const refusal = (status: StatusNow, place: Place, door: Door, wanted: StatusName, given = {}, more = {}) =>
    whyNotChange(lying(status, place), door, wanted, given, { ...ALL, ...more })?.text

  test('without its mailroom, locker or recipient', () => {
    expect(refusal('InLocker', 'locker', 'dashboard', 'TransferredtoMailroom')).toBe('Mailroom not selected')
    expect(refusal('Missing', 'locker', 'detail', 'Found')).toBe('You must select a mail room')
    expect(refusal('Pending', 'locker', 'detail', 'ServiceRecoveredtoMailroom')).toBe('You must select a mail room')
    expect(refusal('new', 'none', 'detail', 'InMailroom')).toBe('You must select a mail room')
    expect(refusal('Missing', 'mailroom', 'detail', 'Found')).toBeUndefined()
    expect(refusal('InMailroom', 'mailroom', 'kiosk-staff', 'TransferredtoLocker')).toBe('You must select a locker')
    expect(refusal('WrongRecipient', 'locker', 'detail', 'InLocker')).toBe('You must select a correct recipient')
    expect(refusal('WrongRecipient', 'locker', 'detail', 'InLocker', { residentId: 'resident-1' })).toBe(
      'You must select a different recipient',
    )
  })

  test('with a mailroom of another building', () => {
    const text = 'There is no such mailroom for this package to go to.'
    expect(refusal('InLocker', 'locker', 'dashboard', 'TransferredtoMailroom', { mailroomId: 'elsewhere' })).toBe(text)
    expect(refusal('Missing', 'locker', 'dashboard', 'Found', { mailroomId: MAILROOM }, { mailrooms: [] })).toBe(text)
  })

  test('for an agent who did not drop the package off', () => {
    const text = 'Only the agent who dropped the package off can confirm it.'
    expect(refusal('Unconfirmed', 'locker', 'kiosk-agent6', 'InLocker', {}, { isDroppingAgent: false })).toBe(text)
    expect(refusal('Unconfirmed', 'locker', 'dashboard', 'InLocker', {}, { isDroppingAgent: false })).toBeUndefined()
  })

  test('with dates that cannot be', () => {
    const early = new Date(DROPPED.getTime() - 1)
    const late = new Date(NOW.getTime() + 3_600_000)
    const collect = (collectionTime: Date) =>
      refusal('InMailroom', 'mailroom', 'detail', 'CollectedbyRecipient', { collectionTime })
    expect(collect(early)).toBe('Collection date cannot be earlier than drop off date')
    expect(collect(late)).toBe('A date in the future cannot be recorded.')
    expect(collect(NOW)).toBeUndefined()
    expect(refusal('InMailroom', 'mailroom', 'detail', 'Disposed', { recoveryTime: early })).toBe(
      'Recovery date cannot be earlier than drop off date',
    )
    const received = { mailroomId: MAILROOM, dropOffTime: DROPPED, expiryTime: early }
    expect(refusal('new', 'none', 'detail', 'InMailroom', received)).toBe('Expiry date cannot be earlier than drop off date')
  })
})

describe('beside the table', () => {
  test('a locker is shared only by packages of one recipient', () => {
    fc.assert(
      fc.property(fc.option(fc.constantFrom('a', 'b')), fc.array(fc.option(fc.constantFrom('a', 'b'))), (mine, others) => {
        const shared = others.map((residentId) => ({ residentId }))
        const one = new Set([mine, ...others]).size === 1 && mine !== null
        expect(whyNotShareLocker(mine, shared) === null).toBe(others.length === 0 || one)
      }),
    )
  })

  test('notices are sent again in the groups Active and Expired only', () => {
    for (const status of STATUS_NAMES) expect(whyNotResend(status) === null).toBe([1, 3].includes(groupIdOf(status)))
  })

  test('package detail hides Save for what is collected, outbound or recovered, but not for what is lost', () => {
    for (const { pkg } of everyChange)
      if (pkg.status !== 'new') {
        const hidden = [2, 5, 6].includes(groupIdOf(pkg.status)) && pkg.status !== 'Lost'
        expect(isSaveHidden({ status: pkg.status, place: pkg.place })).toBe(hidden)
      }
    for (const status of STATUS_NAMES.filter((name) => !isLive(name) && name !== 'Lost'))
      expect(isSaveHidden({ status, place: 'none' })).toBe(true)
  })

  test('UISettings name the place and what some choice of package detail opens', () => {
    const settings = (status: StatusName, place: Place, more = {}) => uiSettings({ ...lying(status, place, more), status }, ALL)
    expect(settings('WrongRecipient', 'locker')).toEqual({
      Name: 'InLocker_WrongRecipient',
      MailRoomEnabled: true,
      ExpiryDateEnabled: true,
      RecipientSearchEnabled: true,
    })
    expect(settings('InMailroom', 'mailroom')).toEqual({
      Name: 'InMailRoom_Active',
      MailRoomEnabled: false,
      ExpiryDateEnabled: false,
      RecipientSearchEnabled: false,
    })
    expect(settings('CollectedbyRecipient', 'none', { lockerId: 'locker-1' }).Name).toBe('InLocker_Collected')
    expect(settings('Lost', 'none', { mailroomId: MAILROOM }).Name).toBe('InMailRoom_Recovered')
  })
})
