import { describe, expect, test } from 'vitest'
import { localDay } from '#platform/date-format.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { ResidentDraft } from './contract.ts'
import {
  facetsOf,
  isAccessCode,
  mayCollect,
  OCCUPANCY,
  RESIDENT_FLAGS,
  residentStatus,
  whyNotDelegate,
  whyNotDelete,
  whyNotHold,
  whyNotLend,
  whyNotSendCode,
} from './rules.ts'

const draft = {
  FirstName: ' Ada ',
  LastName: 'Lovelace',
  PropertyId: '00000000-0000-7000-8000-000000000001',
  BuildingId: '00000000-0000-7000-8000-000000000002',
  UnitNumber: '12A',
}
const firstFailure = (more: object) => {
  const issue = ResidentDraft.safeParse({ ...draft, ...more }).error?.issues[0]
  return issue && unpackMessage(issue.message).text
}

describe('a resident', () => {
  test('is active, current and notified by default', () => {
    expect(ResidentDraft.parse(draft)).toMatchObject({
      FirstName: 'Ada',
      OccupancyStatus: 1,
      IsActive: true,
      IsEmailNotificationEnabled: true,
      IsSmsNotificationEnabled: true,
      SendLockerAccessCode: false,
      EmailId: '',
    })
  })

  test.each([
    [{ FirstName: ' ' }, 'First name cannot be empty'],
    [{ FirstName: 'x'.repeat(101) }, 'First name cannot be more than 100 characters!'],
    [{ LastName: '' }, 'Last name cannot be empty'],
    [{ LastName: 'x'.repeat(101) }, 'Last name cannot be more than 100 characters!'],
    [{ EmailId: 'nobody' }, 'Enter a valid email id!'],
    [{ EmailId: `${'x'.repeat(95)}@b.test` }, 'Email cannot be more than 100 characters!'],
    [{ PropertyId: undefined }, 'Please select property and building for the access'],
    [{ BuildingId: '' }, 'Please select property and building for the access'],
    [{ UnitNumber: '' }, 'Unit number cannot be empty'],
    [{ UnitNumber: '12345678901' }, 'Required upto 10 characters'],
    [{ MobilePhone: 'call me' }, 'Provided number is invalid!'],
    [{ MobilePhone: '555-0100' }, 'Cell phone should atleast have 10 characters!'],
    [{ MobilePhone: '1'.repeat(21) }, 'Cell phone cannot be more than 20 characters!'],
    [{ Phone1: '1'.repeat(21) }, 'Phone cannot be more than 20 characters!'],
    [{ LockerAccessCode: '1234567' }, 'Required to be numeric with length of 8 digits'],
    [{ LockerAccessCode: '1234567a' }, 'Required to be numeric with length of 8 digits'],
    [{ OccupancyStatus: 4 }, 'Choose an occupancy status.'],
    [{ IsOutofTown: true, HoldFrom: '2026-12-01' }, 'Enter both the first day away and the day of return, or neither.'],
  ])('with %j is refused: %s', (more, text) => {
    expect(firstFailure(more)).toBe(text)
  })

  test.each(['', '+44 7700 900123', '(201) 555-0100', '0123456789'])('may have the mobile phone %j', (MobilePhone) => {
    expect(firstFailure({ MobilePhone })).toBeUndefined()
  })

  test('is refused with the first failure, in the order of the form', () => {
    expect(firstFailure({ FirstName: '', LastName: '', UnitNumber: '' })).toBe('First name cannot be empty')
    expect(firstFailure({ LastName: '', EmailId: 'x', UnitNumber: '' })).toBe('Last name cannot be empty')
  })

  test('is shown as inactive only without another status', () => {
    expect(residentStatus({ isActive: true, occupancyStatus: OCCUPANCY.MovingIn }).text).toBe('Moving in')
    expect(residentStatus({ isActive: false, occupancyStatus: OCCUPANCY.Current }).text).toBe('Inactive')
    expect(residentStatus({ isActive: false, occupancyStatus: OCCUPANCY.MovedOut }).text).toBe('Moved out')
  })
})

test('an access code is sent only to active residents with a valid code and an address who want messages', () => {
  const one = { isActive: true, hasOptedOut: false, hasCode: true, email: 'a@b.test' }
  expect(whyNotSendCode(one)).toBeNull()
  expect(whyNotSendCode({ ...one, isActive: false })?.code).toBe('MsgCodeNotActive')
  expect(whyNotSendCode({ ...one, hasCode: false })?.code).toBe('MsgCodeNone')
  expect(whyNotSendCode({ ...one, email: '' })?.code).toBe('MsgCodeNoEmail')
  expect(whyNotSendCode({ ...one, hasOptedOut: true })?.code).toBe('MsgCodeOptedOut')
  expect([isAccessCode('10000000'), isAccessCode('1000000'), isAccessCode('100000000')]).toEqual([true, false, false])
})

test('a filter by flag includes every status, one by status every flag, and one by both their intersection', () => {
  const of = (occupancy: number, ...flags: number[]) => occupancy * 8 + flags.reduce((sum, bit) => sum + bit, 0)
  expect(facetsOf({})).toBeUndefined()
  expect(facetsOf({ occupancy: 3 })).toEqual(Array.from({ length: 8 }, (_, i) => 24 + i))
  const optedOut = facetsOf({ flag: RESIDENT_FLAGS.OptOut.id })
  expect(optedOut).toHaveLength(12)
  expect(optedOut).toContain(of(1, 1))
  expect(optedOut).not.toContain(of(1, 2, 4))
  expect(facetsOf({ occupancy: 2, flag: RESIDENT_FLAGS.SpecialNeeds.id })).toEqual([
    of(2, 4),
    of(2, 1, 4),
    of(2, 2, 4),
    of(2, 1, 2, 4),
  ])
})

test('a resident with live packages cannot be deleted', () => {
  expect(whyNotDelete({ livePackages: 1 })?.text).toBe('This resident still has packages.')
  expect(whyNotDelete({ livePackages: 0 })).toBeNull()
})

test('a hold is from a day to a later one that is neither past nor years away', () => {
  const days = { from: '2026-12-01', until: '2026-12-20' }
  expect(whyNotHold(days, '2026-11-21')).toBeNull()
  expect(whyNotHold(days, '2026-12-20')).toBeNull()
  expect(whyNotHold(days, '2026-12-21')?.code).toBe('MsgHoldPast')
  for (const until of ['2026-12-01', '2026-12-02'])
    expect(whyNotHold({ from: '2026-12-02', until }, '2026-11-21')?.code).toBe('MsgHoldOrder')
  expect(whyNotHold({ from: '2026-12-02', until: '2026-12-03' }, '2026-11-21')).toBeNull()
  expect(whyNotHold({ from: '2026-12-01', until: '2028-01-01' }, '2026-11-21')?.code).toBe('MsgHoldTooLong')
})

test('a delegate may collect from the first to the last day, for an active resident', () => {
  const days = { from: '2026-12-01', until: '2026-12-03' }
  const lending = { isActive: true, delegates: 0 }
  expect(['2026-11-30', '2026-12-01', '2026-12-03', '2026-12-04'].map((day) => mayCollect(days, day))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(whyNotDelegate(days, '2026-12-03')).toBeNull()
  expect(whyNotDelegate(days, '2026-12-04')?.code).toBe('MsgDelegatePast')
  expect(whyNotDelegate({ from: '2026-12-03', until: '2026-12-01' }, '2026-11-01')?.code).toBe('MsgDelegateOrder')
  expect(whyNotLend(lending)).toBeNull()
  expect(whyNotLend({ ...lending, isActive: false })?.code).toBe('MsgDelegateNotActive')
  expect(whyNotLend({ ...lending, delegates: 10 })?.code).toBe('MsgTooManyDelegates')
})

test('a day is local to the property', () => {
  const at = new Date('2026-12-01T02:30:00Z')
  expect([localDay(at, 'America/New_York'), localDay(at, 'Europe/London'), localDay(at, 'Pacific/Auckland')]).toEqual([
    '2026-11-30',
    '2026-12-01',
    '2026-12-01',
  ])
})
