import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Candidate, smallestFitting } from './allocation.ts'
import { LOCKER_STATES, type LockerState, sizesOf } from './model.ts'

const sizes = fc.constantFrom(...sizesOf('locker').map((size) => size.value))
const candidates: fc.Arbitrary<Candidate[]> = fc.array(
  fc.record({
    lockerType: fc.constantFrom('locker' as const, 'locker' as const, 'locker' as const, 'terminal' as const),
    size: sizes,
    lockerMode: fc.constantFrom(0, 0, 0, -1, 1, 2),
    isDDAReserved: fc.boolean(),
    isMapped: fc.constantFrom(true, true, true, false),
    isReserved: fc.constantFrom(false, false, false, true),
    state: fc.constantFrom('Available', 'Available', ...(Object.keys(LOCKER_STATES) as LockerState[])),
  }),
  { maxLength: 12 },
)
const requirements = fc.record({
  size: sizes,
  isOutbound: fc.boolean(),
  needsAccessible: fc.boolean(),
  keepsAccessible: fc.boolean(),
})

const ordinary: Candidate = {
  lockerType: 'locker',
  size: 2,
  lockerMode: 0,
  isDDAReserved: false,
  isMapped: true,
  isReserved: false,
  state: 'Available',
}
const delivery = { size: 2, isOutbound: false, needsAccessible: false, keepsAccessible: true }

describe('smallestFitting', () => {
  test('never returns a locker that is occupied, out of service, unmapped, reserved, too small, removed or a terminal', () => {
    fc.assert(
      fc.property(candidates, requirements, (lockers, required) => {
        const got = smallestFitting(lockers, required)
        if (!got) return
        expect(got).toMatchObject({ lockerType: 'locker', isMapped: true, isReserved: false, state: 'Available' })
        expect(got.size).toBeGreaterThanOrEqual(required.size)
        expect(got.lockerMode).not.toBe(-1)
        if (!required.isOutbound) expect(got.lockerMode).toBe(0)
        if (!required.needsAccessible && required.keepsAccessible) expect(got.isDDAReserved).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('returns a locker when an ordinary one fits, and never a larger one than that', () => {
    fc.assert(
      fc.property(candidates, requirements, sizes, (lockers, required, size) => {
        const free = { ...ordinary, size: Math.max(size, required.size), lockerMode: required.isOutbound ? 2 : 0 }
        const got = smallestFitting([...lockers, free], required)
        expect(got).toBeDefined()
        if (!got?.isDDAReserved) expect(got!.size).toBeLessThanOrEqual(free.size)
      }),
      { numRuns: 1000 },
    )
  })

  test('returns an accessible locker for a resident with special needs, an ordinary one when there is none', () => {
    const accessible = { ...ordinary, size: 6, isDDAReserved: true }
    const special = { ...delivery, needsAccessible: true }
    expect(smallestFitting([ordinary, accessible], special)).toBe(accessible)
    expect(smallestFitting([ordinary, { ...accessible, state: 'Occupied' }], special)).toBe(ordinary)
    expect(smallestFitting([accessible], delivery)).toBeUndefined()
  })

  test('returns an accessible locker for others only when the bank does not reserve those and no ordinary one is free', () => {
    fc.assert(
      fc.property(candidates, requirements, (lockers, requirement) => {
        const required = { ...requirement, needsAccessible: false }
        const reserving = smallestFitting(lockers, { ...required, keepsAccessible: true })
        const shared = smallestFitting(lockers, { ...required, keepsAccessible: false })
        if (reserving) expect(shared).toBe(reserving)
        else expect(shared?.isDDAReserved ?? true).toBe(true)
      }),
      { numRuns: 1000 },
    )
    const accessible = { ...ordinary, isDDAReserved: true }
    expect(smallestFitting([accessible], { ...delivery, keepsAccessible: false })).toBe(accessible)
  })

  test('returns an outbound locker for dry cleaning, and an ordinary one only in a bank without outbound lockers', () => {
    const outbound = { ...delivery, isOutbound: true }
    const cleaning = { ...ordinary, lockerMode: 2 }
    expect(smallestFitting([ordinary, cleaning], outbound)).toBe(cleaning)
    expect(smallestFitting([ordinary, { ...cleaning, state: 'Occupied' }], outbound)).toBeUndefined()
    expect(smallestFitting([ordinary], outbound)).toBe(ordinary)
    expect(smallestFitting([cleaning], delivery)).toBeUndefined()
  })

  test('returns the first in layout order among equals', () => {
    const second = { ...ordinary }
    expect(smallestFitting([{ ...ordinary, size: 3 }, ordinary, second], delivery)).toBe(ordinary)
  })
})
