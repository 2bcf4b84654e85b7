import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupIdOf, isLive, type Place, placeOf, type StatusName } from '#features/package-statuses/statuses.ts'
import type { Channel, StatusNow } from '#features/package-statuses/transitions.ts'
import { applyChange } from './apply-change.ts'
import { choiceFor, choices, type PackageNow, situationOf, whyNotChange } from './rules.ts'
import {
  ALL,
  AT,
  CHANNELS,
  CLOCK,
  changes,
  DETAILS,
  DROPPED,
  everyChange,
  lying,
  MAILROOM,
  OTHER_MAILROOM,
  where,
} from './testing/decisions-table.ts'

describe('a change', () => {
  const apply = (pkg: PackageNow, channel: Channel, newStatus: StatusName, details = {}) =>
    applyChange(pkg, choiceFor(situationOf(pkg), channel, newStatus)!, details, CLOCK)

  test('ends in the place of the new status, with one id for it and only the times that belong to it', () => {
    fc.assert(
      fc.property(changes, fc.boolean(), ({ pkg, choice }, withMailroom) => {
        const mailroomId = withMailroom || choice.asks.mailroom === 'required' ? OTHER_MAILROOM : null
        const after = applyChange(pkg, choice, { ...DETAILS, mailroomId }, CLOCK)
        const own = placeOf(after.status)
        expect(after.status).toBe(choice.newStatus)
        const moved = choice.asks.mailroom !== 'no' && mailroomId ? 'mailroom' : where(pkg)
        expect(where(after)).toBe(own === 'either' ? moved : own)
        expect(after.lockerId !== null).toBe(where(after) === 'locker')
        if (isLive(after.status)) {
          expect(after.lockerBankId !== null).toBe(where(after) === 'locker')
          expect(after.mailroomId !== null).toBe(where(after) === 'mailroom')
        } else expect([after.lockerBankId, after.mailroomId]).toEqual([pkg.lockerBankId, pkg.mailroomId])
        expect(after.collectionTime).toEqual(groupIdOf(after.status) === 2 ? AT : null)
        expect(after.recoveryTime).toEqual(groupIdOf(after.status) === 6 && after.status !== 'Lost' ? AT : null)
        expect(after.dropOffTime).toEqual(pkg.status === 'new' ? AT : DROPPED)
      }),
      { numRuns: 1000 },
    )
  })

  test('leads only to a status with further changes, unless the package has left the building', () => {
    for (const { pkg, choice } of everyChange) {
      const after = applyChange(pkg, choice, DETAILS, CLOCK)
      const onward = CHANNELS.flatMap((channel) => choices(situationOf(after), channel, ALL)).filter(
        (next) => next.newStatus !== null,
      )
      expect(onward.length > 0, `${pkg.status} to ${after.status}`).toBe(isLive(after.status) || after.status === 'Lost')
    }
  })

  test('to Missing keeps the locker until the package is found elsewhere or lost', () => {
    const missing = apply(lying('Pending', 'locker'), 'dashboard', 'Missing')
    expect(missing).toMatchObject({ lockerBankId: 'bank-1', lockerId: 'locker-1' })
    expect(apply(missing, 'dashboard', 'Found')).toMatchObject({ lockerId: 'locker-1', mailroomId: null })
    const found = apply(missing, 'dashboard', 'Found', { mailroomId: MAILROOM })
    expect(found).toMatchObject({ lockerBankId: null, lockerId: null, mailroomId: MAILROOM })
    expect(apply(missing, 'dashboard', 'Lost')).toMatchObject({ lockerBankId: 'bank-1', lockerId: null, expiryTime: null })
  })

  test('from Missing to Found sets a new expiry, from now and by the place where it was found', () => {
    const missing = lying('Missing', 'locker')
    const inLocker = apply(missing, 'dashboard', 'Found').expiryTime
    const inMailroom = apply(missing, 'detail', 'Found', { mailroomId: MAILROOM }).expiryTime
    expect([inLocker, inMailroom]).toEqual(['2026-03-14T03:59:59.999Z', '2026-03-26T03:59:59.999Z'])
    expect(apply(lying('Missing', 'mailroom'), 'detail', 'Found').expiryTime).toBe(inMailroom)
    expect([inLocker, inMailroom]).not.toContain(missing.expiryTime)
  })

  test('computes a new expiry by the new place where the choice requires one, and keeps the old one otherwise', () => {
    const stored = lying('InMailroom', 'mailroom')
    expect(apply(lying('InLocker', 'locker'), 'dashboard', 'TransferredtoMailroom', DETAILS).expiryTime).toEqual(
      '2026-03-26T03:59:59.999Z',
    )
    expect(apply(stored, 'kiosk-staff', 'TransferredtoLocker', DETAILS).expiryTime).toEqual('2026-03-14T03:59:59.999Z')
    expect(apply(lying('InLocker', 'locker'), 'kiosk-resident', 'Pending').expiryTime).toEqual(stored.expiryTime)
    expect(apply(lying('ExpiredInlocker', 'locker'), 'dashboard', 'ExpiredInMailroom', DETAILS).expiryTime).toEqual(
      stored.expiryTime,
    )
    expect(apply(lying('new', 'none'), 'kiosk-resident', 'DroppedOffForDryCleaning', DETAILS).expiryTime).toBeNull()
    const received = apply(lying('new', 'none'), 'detail', 'InMailroom', { ...DETAILS, dropOffTime: DROPPED })
    expect(received).toMatchObject({ dropOffTime: DROPPED, expiryTime: '2026-03-24T03:59:59.999Z' })
  })

  test('uses dates, mailroom and recipient only when the choice asks for them', () => {
    const time = new Date('2026-03-10T08:00:00Z')
    const details = { ...DETAILS, collectionTime: time, recoveryTime: time, expiryTime: time }
    const collected = apply(lying('InMailroom', 'mailroom'), 'detail', 'CollectedbyRecipient', details)
    expect(collected).toMatchObject({ collectionTime: time, recoveryTime: null, residentId: 'resident-1' })
    expect(collected.expiryTime).not.toEqual(time)
    expect(apply(lying('InLocker', 'locker'), 'dashboard', 'CollectedbyRecipient', details).collectionTime).toEqual(AT)
    expect(apply(lying('Pending', 'locker'), 'detail', 'Missing', { expiryTime: time }).expiryTime).toEqual(time)
    const handedOn = apply(lying('WrongRecipient', 'locker'), 'detail', 'InLocker', details)
    expect(handedOn).toMatchObject({ residentId: 'resident-2', lockerId: 'locker-1' })
  })

  test('throws for Verify and without the mailroom that the choice requires', () => {
    const pkg = lying('InLocker', 'locker')
    expect(() => applyChange(pkg, choiceFor(situationOf(pkg), 'dashboard', null)!, {}, CLOCK)).toThrow()
    expect(() => apply(pkg, 'dashboard', 'TransferredtoMailroom')).toThrow()
    expect(() => apply(lying('Lost', 'none'), 'detail', 'Found')).toThrow()
  })
})

describe('a change is refused', () => {
  const refusal = (status: StatusNow, place: Place, channel: Channel, newStatus: StatusName, details = {}, more = {}) =>
    whyNotChange(lying(status, place), channel, newStatus, details, { ...ALL, ...more })?.text

  test('without its mailroom, locker or recipient', () => {
    expect(refusal('InLocker', 'locker', 'dashboard', 'TransferredtoMailroom')).toBe('Mailroom not selected')
    expect(refusal('Missing', 'locker', 'detail', 'Found')).toBe('You must select a mail room')
    expect(refusal('Pending', 'locker', 'detail', 'ServiceRecoveredtoMailroom')).toBe('You must select a mail room')
    expect(refusal('new', 'none', 'detail', 'InMailroom')).toBe('You must select a mail room')
    expect(refusal('Missing', 'mailroom', 'detail', 'Found')).toBe('You must select a mail room')
    for (const place of ['locker', 'mailroom'] as const)
      expect(refusal('Missing', place, 'detail', 'Found', {}, { mailrooms: [] }), place).toBeUndefined()
    expect(refusal('InMailroom', 'mailroom', 'kiosk-staff', 'TransferredtoLocker')).toBe('You must select a locker')
    expect(refusal('WrongRecipient', 'locker', 'detail', 'InLocker')).toBe('You must select a correct recipient')
    expect(refusal('WrongRecipient', 'locker', 'detail', 'InLocker', { residentId: 'resident-1' })).toBe(
      'You must select a different recipient',
    )
  })

  test('with a mailroom of another building', () => {
    const text = 'This mailroom is not available for this package.'
    expect(refusal('InLocker', 'locker', 'dashboard', 'TransferredtoMailroom', { mailroomId: 'elsewhere' })).toBe(text)
    expect(refusal('Missing', 'locker', 'dashboard', 'Found', { mailroomId: MAILROOM }, { mailrooms: [] })).toBe(text)
  })

  test('for an agent who did not drop the package off', () => {
    const text = 'Only the agent who dropped the package off can confirm it.'
    expect(refusal('Unconfirmed', 'locker', 'kiosk-agent6', 'InLocker', {}, { isDroppingAgent: false })).toBe(text)
    expect(refusal('Unconfirmed', 'locker', 'dashboard', 'InLocker', {}, { isDroppingAgent: false })).toBeUndefined()
  })

  test('with impossible dates', () => {
    const early = '2026-03-09T09:59:59Z'
    const late = '2026-03-11T11:00:00Z'
    const collect = (collectionTime: string) =>
      refusal('InMailroom', 'mailroom', 'detail', 'CollectedbyRecipient', { collectionTime })
    expect(collect(early)).toBe('Collection date cannot be earlier than drop off date')
    expect(collect(late)).toBe('The date cannot be in the future.')
    expect(collect(AT)).toBeUndefined()
    expect(refusal('InMailroom', 'mailroom', 'detail', 'Disposed', { recoveryTime: early })).toBe(
      'Recovery date cannot be earlier than drop off date',
    )
    const received = { mailroomId: MAILROOM, dropOffTime: DROPPED, expiryTime: early }
    expect(refusal('new', 'none', 'detail', 'InMailroom', received)).toBe('Expiry date cannot be earlier than drop off date')
  })
})
