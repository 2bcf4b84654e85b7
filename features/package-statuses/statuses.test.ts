import { expect, test } from 'vitest'
import {
  flaggedLetter,
  groupIdOf,
  groupOf,
  isLive,
  placeNow,
  STATUS_NAMES,
  STATUSES,
  statusById,
  statusesOf,
  uiSettingsName,
} from './statuses.ts'

test('has 25 statuses, found by their ids', () => {
  expect(STATUS_NAMES.map((name) => STATUSES[name].id)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
  for (const name of STATUS_NAMES) expect(statusById(STATUSES[name].id)).toBe(name)
  expect([statusById(0), statusById(26), statusById(1.5)]).toEqual([undefined, undefined, undefined])
})

test('groups have the statuses of the decisions, by number', () => {
  const groups = {
    1: [1, 2, 3, 4, 5, 6],
    2: [7, 8, 9],
    3: [10, 11],
    4: [12, 13, 14, 21, 22],
    5: [24],
    6: [15, 16, 17, 18, 19, 20, 23, 25],
  }
  for (const [group, ids] of Object.entries(groups))
    expect(STATUS_NAMES.filter((name) => groupIdOf(name) === Number(group)).map((name) => STATUSES[name].id)).toEqual(ids)
  expect(statusesOf(['Expired'])).toEqual(['ExpiredInlocker', 'ExpiredInMailroom'])
})

test('packages are in the building in exactly the groups that locker lists contain', () => {
  for (const name of STATUS_NAMES) expect(isLive(name)).toBe([1, 3, 4, 5].includes(groupIdOf(name)))
  expect([placeNow('InLocker', true), placeNow('Found', false)]).toEqual(['locker', 'mailroom'])
  expect([placeNow('CollectedbyRecipient', true), placeNow('new', true)]).toEqual(['none', 'none'])
})

test('only flagged packages have a letter', () => {
  const letters = STATUS_NAMES.filter((name) => flaggedLetter(name)).map((name) => [name, flaggedLetter(name)])
  expect(Object.fromEntries(letters)).toEqual({ Missing: 'M', WrongRecipient: 'W', Unconfirmed: 'U', Pending: 'P', OnHold: 'H' })
  for (const name of STATUS_NAMES) expect(flaggedLetter(name) !== null).toBe(groupOf(name) === 'Flagged')
})

test('UISettings.Name is the place and the group, or the status of a flagged package', () => {
  expect(uiSettingsName('TransferredtoLocker', true)).toBe('InLocker_Active')
  expect(uiSettingsName('ExpiredInMailroom', false)).toBe('InMailRoom_Expired')
  expect(uiSettingsName('Pending', true)).toBe('InLocker_Pending')
  expect(uiSettingsName('OnHold', false)).toBe('InMailRoom_OnHold')
  expect(uiSettingsName('DroppedOffForDryCleaning', true)).toBe('InLocker_Outbound')
  expect(uiSettingsName('Lost', false)).toBe('InMailRoom_Recovered')
})
