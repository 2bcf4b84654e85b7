import { expect, test } from 'vitest'
import { inputOf } from './resident-input.ts'

const read = {
  Version: 'v1',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  PropertyId: '',
  BuildingId: '',
  UnitNumber: '12A',
  LockerAccessCode: '12345678',
}
const typed = { ...read, FirstName: 'Augusta' }

test('a save contains the version that the form began with, and the access code only when it was edited or removed', () => {
  const sent = inputOf(typed, read)
  expect(sent).toMatchObject({ FirstName: 'Augusta', Version: 'v1' })
  expect(sent).not.toHaveProperty('LockerAccessCode')
  for (const LockerAccessCode of ['87654321', ''])
    expect(inputOf({ ...typed, LockerAccessCode }, read)).toMatchObject({ LockerAccessCode, Version: 'v1' })
})

test('a new resident has no version, and the typed code', () => {
  const empty = { ...read, Version: null, LockerAccessCode: '' }
  expect(inputOf({ ...typed, Version: null }, empty)).toEqual({ ...typed, Version: null })
  expect(inputOf({ ...typed, LockerAccessCode: '' }, empty)).not.toHaveProperty('LockerAccessCode')
})
