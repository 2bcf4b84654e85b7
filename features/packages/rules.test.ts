import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupIdOf, isLive, type Place, STATUS_NAMES, type StatusName } from '#features/package-statuses/statuses.ts'
import {
  choices,
  choicesOfEmptyLocker,
  isSaveHidden,
  mailroomsOffered,
  situationOf,
  uiSettings,
  whyNotChange,
  whyNotResend,
} from './rules.ts'
import {
  ALL,
  DETAILS,
  everyChange,
  everySituation,
  expectedAt,
  LINES,
  lying,
  MAILROOM,
  NOW,
  possibleSituations,
  situations,
  statuses,
  statusOfCode,
} from './testing/decisions-table.ts'

describe('the choices for a package', () => {
  test('are those of the decisions table, in its order, for every channel, status and place', () => {
    for (const { channel, place, status } of everySituation) {
      const offered = choices({ status, place }, channel, ALL).map((choice) => choice.newStatus)
      const expected = expectedAt(channel, place, status).map(statusOfCode)
      const order = channel === 'dashboard' ? (list: unknown[]) => list : (list: unknown[]) => new Set(list)
      expect(order(offered), `${channel} ${place} ${status}`).toEqual(order(expected))
      expect(new Set(offered).size, 'no status twice').toBe(offered.length)
    }
  })

  test('are allowed for exactly the pairs of statuses in the table, and refused with a reason otherwise', () => {
    let allowed = 0
    for (const { channel, place, status } of possibleSituations) {
      const may = new Set(expectedAt(channel, place, status).map(statusOfCode))
      for (const newStatus of [null, ...STATUS_NAMES]) {
        const refusal = whyNotChange(lying(status, place), channel, newStatus, DETAILS, ALL)
        if (may.has(newStatus)) expect(refusal, `${channel} ${place} ${status} to ${newStatus}`).toBeNull()
        else
          expect(refusal?.code, `${channel} ${place} ${status} to ${newStatus}`).toMatch(
            /^Msg(StatusChange|NewPackage)NotAllowed$/,
          )
        if (may.has(newStatus)) allowed += 1
      }
    }
    expect(allowed).toBe(LINES.reduce((sum, line) => sum + line.next.length, 0))
  })

  test('ask for the mailroom, locker and recipient of the table', () => {
    for (const { choice, code } of everyChange) {
      const has = (letter: string) => code.includes(letter)
      expect(choice.asks.mailroom, code).toBe(has('m') ? 'required' : has('o') ? 'optional' : 'no')
      expect(choice.asks.recipient, code).toBe(has('r') ? 'required' : has('p') ? 'optional' : 'no')
      expect(choice.asks.locker, code).toBe(has('k') ? 'required' : 'no')
    }
  })

  test('have the labels of the dashboard', () => {
    const words = (status: StatusName) =>
      choices({ status, place: 'locker' }, 'dashboard', ALL).map((choice) => choice.label.text)
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
    expect(choicesOfEmptyLocker.map((choice) => choice.label.text)).toEqual(['Verify'])
  })

  test('never include a mailroom when there is none', () => {
    fc.assert(
      fc.property(situations, ({ channel, place, status }) => {
        const offered = choices({ status, place }, channel, { mailrooms: [], isDroppingAgent: true })
        const expected = expectedAt(channel, place, status).filter((code) => !code.includes('m') || code.includes('ms'))
        expect(new Set(offered.map((choice) => choice.newStatus))).toEqual(new Set(expected.map(statusOfCode)))
        expect(offered.every((choice) => choice.asks.mailroom === 'no')).toBe(true)
      }),
    )
    expect(mailroomsOffered({ mailroomId: null }, [MAILROOM])).toEqual([])
    expect(mailroomsOffered({ mailroomId: MAILROOM }, [])).toEqual([])
    expect(mailroomsOffered({ mailroomId: MAILROOM }, [MAILROOM])).toEqual([MAILROOM])
    expect(mailroomsOffered(null, [MAILROOM])).toEqual([MAILROOM])
  })

  test('leave out the hand-overs where the property asks for a proof of them, and nothing else', () => {
    fc.assert(
      fc.property(situations, ({ channel, place, status }) => {
        const all = choices({ status, place }, channel, ALL)
        const isHandOver = (to: StatusName | null) => place === 'mailroom' && to !== null && groupIdOf(to) === 2
        expect(choices({ status, place }, channel, { ...ALL, needsProof: true })).toEqual(
          all.filter(({ newStatus }) => !isHandOver(newStatus)),
        )
      }),
    )
    expect(choices({ status: 'InMailroom', place: 'mailroom' }, 'detail', { ...ALL, needsProof: true })).toHaveLength(7)
  })

  test('are offered exactly when they are not refused', () => {
    const context = fc.record({ mailrooms: fc.constantFrom([], [MAILROOM]), isDroppingAgent: fc.boolean() })
    fc.assert(
      fc.property(fc.constantFrom(...possibleSituations), statuses, context, ({ channel, place, status }, newStatus, context) => {
        const offered = choices({ status, place }, channel, context).find((choice) => choice.newStatus === newStatus)
        const pkg = lying(status, place)
        const details = { ...DETAILS, mailroomId: offered?.asks.mailroom === 'required' ? MAILROOM : null }
        expect(whyNotChange(pkg, channel, newStatus, details, { ...context, now: NOW }) === null).toBe(offered !== undefined)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('apart from the table', () => {
  test('notices can be sent again in the groups Active and Expired only', () => {
    for (const status of STATUS_NAMES) expect(whyNotResend(status) === null).toBe([1, 3].includes(groupIdOf(status)))
  })

  test('package detail hides Save for collected, outbound and recovered packages, but not for lost ones', () => {
    for (const { pkg } of everyChange)
      if (pkg.status !== 'new') {
        const hidden = [2, 5, 6].includes(groupIdOf(pkg.status)) && pkg.status !== 'Lost'
        expect(isSaveHidden(situationOf(pkg))).toBe(hidden)
      }
    for (const status of STATUS_NAMES.filter((name) => !isLive(name) && name !== 'Lost'))
      expect(isSaveHidden({ status, place: 'none' })).toBe(true)
  })

  test('UISettings name the place and the fields that a choice of package detail enables', () => {
    const settings = (status: StatusName, place: Place, more = {}) => uiSettings({ ...lying(status, place, more), status }, ALL)
    expect(settings('WrongRecipient', 'locker')).toEqual({
      Name: 'InLocker_WrongRecipient',
      MailRoomEnabled: true,
      ExpiryDateEnabled: false,
      RecipientSearchEnabled: true,
    })
    expect(settings('InMailroom', 'mailroom')).toEqual({
      Name: 'InMailRoom_Active',
      MailRoomEnabled: false,
      ExpiryDateEnabled: false,
      RecipientSearchEnabled: false,
    })
    expect(settings('CollectedbyRecipient', 'none', { lockerBankId: 'bank-1' }).Name).toBe('InLocker_Collected')
    expect(settings('Lost', 'none', { mailroomId: MAILROOM }).Name).toBe('InMailRoom_Recovered')
  })
})
