import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unpackMessage } from '#platform/define-messages.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { LOCKER_BANK_MAX, lockerBankFields } from './fields.ts'
import {
  isOnline,
  oldConfiguration,
  statusText,
  whyNotAuthorise,
  whyNotBeacon,
  whyNotCode,
  whyNotDeauthorise,
  whyNotDelete,
  whyNotOpen,
  whyNotPublish,
} from './rules.ts'

const GOOD = {
  BuildingId: '019a0000-0000-7000-8000-000000000001',
  LockerBankCode: 'LB-01_a',
  Name: 'Lobby',
  Description: null,
  Address: '1 River Street',
  BeaconDeviceMajor: '',
  BeaconDeviceMinor: null,
}
const schema = z.object(lockerBankFields)
const parse = (more: Record<string, unknown>) => schema.safeParse({ ...GOOD, ...more })
const refusal = (more: Record<string, unknown>) => {
  const issue = parse(more).error?.issues[0]
  return issue && unpackMessage(issue.message).text
}

describe('the form of a locker bank', () => {
  test('accepts the required fields, and removes blanks from the code', () => {
    expect(parse({ LockerBankCode: ' L B\t01 ', Name: '  Lobby ' }).data).toEqual({
      ...GOOD,
      LockerBankCode: 'LB01',
      Description: '',
      BeaconDeviceMinor: '',
      IsActive: true,
      RelayEndPointName: '',
    })
  })

  test.each([
    [{ BuildingId: undefined }, 'Property cannot be empty'],
    [{ BuildingId: EMPTY_GUID }, 'Property cannot be empty'],
    [{ BuildingId: 'x' }, 'Not a valid id.'],
    [{ LockerBankCode: undefined }, 'Locker bank code cannot be empty'],
    [{ LockerBankCode: '   ' }, 'Locker bank code cannot be empty'],
    [{ LockerBankCode: 'LB/1' }, 'Locker bank code can contain only letters, digits, hyphens and underscores.'],
    [{ Name: null }, 'Name cannot be empty'],
    [{ Address: '' }, 'Address cannot be empty'],
    [{ BeaconDeviceMajor: '12a' }, 'Not a valid number.'],
    [{ BeaconDeviceMinor: '-1' }, 'Not a valid number.'],
    [{ RelayEndPointName: 'parcels.example' }, 'Enter an address that begins with https:// or http://.'],
    [{ RelayEndPointName: 'ftp://parcels.example' }, 'Enter an address that begins with https:// or http://.'],
    [{ RelayEndPointName: 'https://parcels.example\r\nx' }, 'Enter an address that begins with https:// or http://.'],
  ])('refuses %o', (more, text) => {
    expect(refusal(more)).toBe(text)
  })

  test('returns the first reason in the order property, code, name, address', () => {
    expect(refusal({ BuildingId: '', LockerBankCode: '', Name: '', Address: '' })).toBe('Property cannot be empty')
    expect(refusal({ LockerBankCode: '', Name: '', Address: '' })).toBe('Locker bank code cannot be empty')
    expect(refusal({ Name: '', Address: '' })).toBe('Name cannot be empty')
  })

  test('limits the length of each text, with its own message', () => {
    const limits = [
      ['Name', LOCKER_BANK_MAX.name, 'Name cannot be more than 100 characters!'],
      ['LockerBankCode', LOCKER_BANK_MAX.code, 'Locker bank code cannot be more than 50 characters!'],
      ['Description', LOCKER_BANK_MAX.description, 'Description cannot be more than 200 characters!'],
      ['Address', LOCKER_BANK_MAX.address, 'Address cannot be more than 200 characters!'],
      ['BeaconDeviceMajor', LOCKER_BANK_MAX.beacon, 'Cannot be more than 6 characters!'],
    ] as const
    for (const [field, max, text] of limits) {
      expect(refusal({ [field]: '1'.repeat(max) })).toBeUndefined()
      expect(refusal({ [field]: '1'.repeat(max + 1) })).toBe(text)
    }
  })

  test('requires both iBeacon numbers or neither', () => {
    const number = fc.constantFrom('', '1', '65535')
    fc.assert(
      fc.property(number, number, (BeaconDeviceMajor, BeaconDeviceMinor) => {
        const reason = whyNotBeacon({ BeaconDeviceMajor, BeaconDeviceMinor })
        const one = [BeaconDeviceMajor, BeaconDeviceMinor].filter((value) => value).length === 1
        expect(reason?.text).toBe(one ? 'Please enter both iBeacon major and minor, or leave them blank.' : undefined)
      }),
    )
  })

  test('refuses to change the code', () => {
    expect(whyNotCode('LB-1', 'LB-1')).toBeNull()
    expect(whyNotCode('LB-2', 'LB-1')?.code).toBe('MsgLockerBankCodeFixed')
  })
})

describe('a locker bank', () => {
  test('can be authorised once after its creation, and deauthorised only while authorised', () => {
    expect(whyNotAuthorise({ isCreated: false, isAuthorised: false })?.code).toBe('MsgCreateLockerBankBeforeAuthorising')
    expect(whyNotAuthorise({ isCreated: true, isAuthorised: true })?.code).toBe('MsgLockerBankAlreadyAuthorised')
    expect(whyNotAuthorise({ isCreated: true, isAuthorised: false })).toBeNull()
    expect(whyNotDeauthorise({ isAuthorised: false })?.code).toBe('MsgLockerBankUnauthorised')
    expect(whyNotDeauthorise({ isAuthorised: true })).toBeNull()
  })

  test('can be published when it is authorised and has changed', () => {
    expect(whyNotPublish({ isAuthorised: true, hasChanged: true })).toBeNull()
    expect(whyNotPublish({ isAuthorised: true, hasChanged: false })?.code).toBe('MsgLockerBankNothingToPublish')
    expect(whyNotPublish({ isAuthorised: false, hasChanged: true })?.code).toBe('MsgLockerBankUnauthorised')
  })

  test('can be deleted only without packages', () => {
    expect(whyNotDelete({ livePackages: 0 })).toBeNull()
    expect(whyNotDelete({ livePackages: 1 })?.text).toBe('The locker bank still holds packages.')
  })

  test('is online by its status text, ignoring case and blanks', () => {
    expect(statusText(' online ')).toBe('ONLINE')
    expect([' Online', 'ONLINE', 'offline', ''].map(isOnline)).toEqual([true, true, false, false])
  })

  test('can open a locker when it is ONLINE, the locker is mapped and a required mailroom is selected', () => {
    const open = { status: 'ONLINE', isMapped: true, needsMailroom: false, mailroomId: null }
    expect(whyNotOpen(open)).toBeNull()
    expect(whyNotOpen({ ...open, status: 'OFFLINE', isMapped: false })?.text).toBe('Lockerbank is OFFLINE.')
    expect(whyNotOpen({ ...open, isMapped: false, needsMailroom: true })?.text).toBe('Locker is disabled / not mapped.')
    expect(whyNotOpen({ ...open, needsMailroom: true })?.text).toBe('Mailroom not selected')
    expect(whyNotOpen({ ...open, needsMailroom: true, mailroomId: 'mailroom-1' })).toBeNull()
  })
})

test('a kiosk runs an old configuration when a later one was published than it reports; without a report it does not', () => {
  const text = (ConfigVersion: number, PublishedVersion: number) => oldConfiguration({ ConfigVersion, PublishedVersion })?.text
  expect(text(3, 5)).toBe('Outdated configuration (3 of 5)')
  // A restored server may have an older published version than the kiosk.
  expect([text(5, 5), text(0, 5), text(0, 0), text(6, 5)]).toEqual([undefined, undefined, undefined, undefined])
})
