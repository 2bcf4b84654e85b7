import { describe, expect, test } from 'vitest'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { ARRIVING, choices, situationOf } from '../../rules.ts'
import { arrivalOf, choiceOf, valuesOfResident, valuesOfStatus } from './package-changes.ts'
import type { PackageValues } from './package-values.ts'

const NOW = '2026-01-05T10:00:00.000Z'
const inMailroom = situationOf({ ...ARRIVING, status: 'InMailroom', lockerId: null })
const offered = choices(inMailroom, 'detail', { mailrooms: ['lobby'], needsProof: false })
const leading = (test: (choice: (typeof offered)[number]) => boolean) => offered.find(test)!
const saved: PackageValues = {
  Id: 'p',
  Version: null,
  BuildingId: 'tower',
  PackageNumber: 'P-1',
  CourierId: 'swift',
  StatusId: STATUSES.InMailroom.id,
  ResidentId: 'ada',
  Name: 'Ada Byron',
  UnitNumber: '12A',
  DropOffTime: '2026-01-01T10:00:00.000Z',
  ExpiryTime: '2026-01-09T10:00:00.000Z',
  MailRoomId: 'lobby',
}

describe('a chosen status', () => {
  test('is one of those offered; the status that the package has is none', () => {
    const [first] = offered.filter(({ newStatus }) => newStatus)
    expect(choiceOf(offered, STATUSES[first!.newStatus!].id)).toBe(first)
    expect(choiceOf(offered, STATUSES.InMailroom.id)).toBeUndefined()
  })

  test('stamps the time of a collection or a recovery, and only that', () => {
    const collection = leading(({ stamps }) => stamps === 'collectionTime')
    const recovery = leading(({ stamps }) => stamps === 'recoveryTime')
    expect(valuesOfStatus(saved, saved.StatusId, collection, NOW)).toMatchObject({ CollectionTime: NOW, RecoveryTime: '' })
    expect(valuesOfStatus(saved, saved.StatusId, recovery, NOW)).toMatchObject({ CollectionTime: '', RecoveryTime: NOW })
  })

  test('takes the recipient, the mailroom and the expiry back to what is saved', () => {
    expect(valuesOfStatus(saved, saved.StatusId, undefined, NOW)).toEqual({
      StatusId: saved.StatusId,
      MailRoomId: 'lobby',
      ResidentId: 'ada',
      Name: 'Ada Byron',
      UnitNumber: '12A',
      ExpiryTime: '2026-01-09T10:00:00.000Z',
      CollectionTime: '',
      RecoveryTime: '',
    })
  })
})

describe('the arrival whose expiry is new', () => {
  const arrival = { buildingId: 'tower', residentId: 'ada', at: NOW }
  const choice = leading(() => true)
  const none = { mailroom: 'no', locker: 'no', recipient: 'no', expiry: 'no', collectionDate: 'no', recoveryDate: 'no' } as const

  test('is none for a choice that keeps the expiry', () => {
    expect(arrivalOf(undefined, inMailroom, arrival)).toBeNull()
    expect(arrivalOf({ ...choice, expiry: 'kept' }, inMailroom, arrival)).toBeNull()
  })

  test('is in a locker when the package ends or stays in one, unless a mailroom must be named', () => {
    const ended = { ...choice, expiry: 'new', asks: none } as const
    expect(arrivalOf({ ...ended, ends: 'locker' }, { place: 'mailroom' }, arrival)).toEqual({ ...arrival, place: 'locker' })
    expect(arrivalOf({ ...ended, ends: 'stays' }, { place: 'locker' }, arrival)).toEqual({ ...arrival, place: 'locker' })
    expect(arrivalOf({ ...ended, ends: 'stays' }, { place: 'mailroom' }, arrival)).toEqual({ ...arrival, place: 'mailroom' })
    const asked = { ...ended, asks: { ...none, mailroom: 'required' }, ends: 'locker' } as const
    expect(arrivalOf(asked, { place: 'locker' }, arrival)).toEqual({ ...arrival, place: 'mailroom' })
  })
})

describe('the recipient of a new package', () => {
  const resident = { Id: 'ada', Name: 'Ada Byron', UnitNumber: '12A', BuildingId: 'tower' }

  test('brings the building, and keeps a mailroom of it', () => {
    expect(valuesOfResident(resident, 'tower')).toEqual({
      ResidentId: 'ada',
      Name: 'Ada Byron',
      UnitNumber: '12A',
      BuildingId: 'tower',
    })
  })

  test('takes away a mailroom of another building', () => {
    expect(valuesOfResident(resident, 'annex')).toMatchObject({ BuildingId: 'tower', MailRoomId: null })
  })
})
