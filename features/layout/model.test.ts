import { expect, test } from 'vitest'
import { groupIdOf, isLive, STATUS_NAMES } from '#features/package-statuses/statuses.ts'
import {
  CONDITIONS,
  DEFAULT_SIZE,
  LOCKER_CATEGORIES,
  LOCKER_SIZES,
  LOCKER_STATES,
  lockerCategory,
  lockerState,
  modeLabel,
  packageMark,
  sizeLabel,
  sizesOf,
} from './model.ts'
import { LAYOUT_MODES } from './rules.ts'

test('sizes ascend in both types, and a value has a different label in each', () => {
  expect(sizesOf('locker').map((size) => [size.value, size.label])).toEqual([
    [1, 'XS'],
    [2, 'S'],
    [3, 'M'],
    [4, 'ML'],
    [5, 'L'],
    [6, 'XL'],
    [12, 'XXL'],
  ])
  expect(sizesOf('terminal').map((size) => size.value)).toEqual([2, 3, 4, 5, 6])
  expect([sizeLabel('locker', 4), sizeLabel('terminal', 4)]).toEqual(['ML', 'S'])
  expect([sizeLabel('locker', 7), sizeLabel('terminal', 12)]).toEqual([undefined, undefined])
  expect(sizeLabel('locker', DEFAULT_SIZE)).toBe(LOCKER_SIZES.small.label)
})

test('only outbound and dry cleaning lockers have a mode label', () => {
  expect([0, -1, 1, 2].map(modeLabel)).toEqual([null, null, 'Outbound', 'Dry cleaning'])
})

test('layout modes are design 1, device associate 2, read-only 3', () => {
  expect(LAYOUT_MODES).toEqual({ design: 1, deviceAssociate: 2, readOnly: 3 })
})

test('a locker in good condition is occupied or available, any other condition takes precedence', () => {
  const states = (livePackages: number) => CONDITIONS.map((condition) => lockerState({ condition, livePackages }))
  expect(states(0)).toEqual(['Available', 'Dirty', 'Flagged', 'Disabled'])
  expect(states(2)).toEqual(['Occupied', 'Dirty', 'Flagged', 'Disabled'])
  expect(LOCKER_STATES.Flagged.text).toBe('Out Of Service')
})

test('an unmapped locker has the category of a disabled one', () => {
  const drawn = (isMapped: boolean) =>
    (Object.keys(LOCKER_STATES) as (keyof typeof LOCKER_STATES)[]).map(
      (state) => LOCKER_CATEGORIES[lockerCategory({ state, isMapped })],
    )
  expect(drawn(true)).toEqual(['Available', 'Occupied', 'Flagged Out of Service', 'Flagged Dirty', 'Disabled or Not Mapped'])
  expect(new Set(drawn(false))).toEqual(new Set(['Disabled or Not Mapped']))
})

test('live packages have a mark, flagged ones with a letter, and packages that have left have none', () => {
  for (const status of STATUS_NAMES) {
    const mark = packageMark(status)
    expect(mark !== null, status).toBe(isLive(status))
    if (mark) expect(mark.letter !== null, status).toBe(groupIdOf(status) === 4)
  }
  expect(packageMark('Found')).toEqual({ category: 'Active', label: 'Active', letter: null })
  expect(packageMark('WrongRecipient')).toEqual({
    category: 'WrongRecipient',
    label: 'Flagged (Wrong Recipient)',
    letter: 'W',
  })
})
