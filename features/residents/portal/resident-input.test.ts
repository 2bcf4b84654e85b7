import { expect, test } from 'vitest'
import type { Resident } from '../contract.ts'
import { inputOf } from './resident-input.ts'

const read = { FirstName: 'Ada', LockerAccessCode: '12345678', Version: 'v1' } as Resident
const typed = {
  FirstName: 'Augusta',
  LastName: 'Lovelace',
  PropertyId: '',
  BuildingId: '',
  UnitNumber: '12A',
  LockerAccessCode: '12345678',
}

test('a save contains the version that was read, and the access code only when it was edited or removed', () => {
  const sent = inputOf(typed, read)
  expect(sent).toMatchObject({ FirstName: 'Augusta', Version: 'v1' })
  expect(sent).not.toHaveProperty('LockerAccessCode')
  for (const LockerAccessCode of ['87654321', ''])
    expect(inputOf({ ...typed, LockerAccessCode }, read)).toMatchObject({ LockerAccessCode, Version: 'v1' })
})

test('a new resident has no version, and the typed code', () => {
  expect(inputOf(typed, null)).toEqual(typed)
  expect(inputOf({ ...typed, LockerAccessCode: '' }, null)).not.toHaveProperty('LockerAccessCode')
})
