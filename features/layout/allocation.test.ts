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
const wishes = fc.record({ size: sizes, isOutbound: fc.boolean(), needsAccessible: fc.boolean(), keepsAccessible: fc.boolean() })

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

describe('a drop-off', () => {
  test('never gets a locker that is taken, broken, not mapped, reserved, too small, removed or not one', () => {
    fc.assert(
      fc.property(candidates, wishes, (lockers, wanted) => {
        const got = smallestFitting(lockers, wanted)
        if (!got) return
        expect(got).toMatchObject({ lockerType: 'locker', isMapped: true, isReserved: false, state: 'Available' })
        expect(got.size).toBeGreaterThanOrEqual(wanted.size)
        expect(got.lockerMode).not.toBe(-1)
        if (!wanted.isOutbound) expect(got.lockerMode).toBe(0)
        if (!wanted.needsAccessible && wanted.keepsAccessible) expect(got.isDDAReserved).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  test('gets one whenever an ordinary locker for it is free, and never a larger one than that', () => {
    fc.assert(
      fc.property(candidates, wishes, sizes, (lockers, wanted, size) => {
        const free = { ...ordinary, size: Math.max(size, wanted.size), lockerMode: wanted.isOutbound ? 2 : 0 }
        const got = smallestFitting([...lockers, free], wanted)
        expect(got).toBeDefined()
        if (!got?.isDDAReserved) expect(got!.size).toBeLessThanOrEqual(free.size)
      }),
      { numRuns: 1000 },
    )
  })

  test('of a resident with special needs gets an accessible locker first, an ordinary one when there is none', () => {
    const accessible = { ...ordinary, size: 6, isDDAReserved: true }
    const special = { ...delivery, needsAccessible: true }
    expect(smallestFitting([ordinary, accessible], special)).toBe(accessible)
    expect(smallestFitting([ordinary, { ...accessible, state: 'Occupied' }], special)).toBe(ordinary)
    expect(smallestFitting([accessible], delivery)).toBeUndefined()
  })

  test('of anybody else gets an accessible locker only where the bank does not keep those and no ordinary one is left', () => {
    fc.assert(
      fc.property(candidates, wishes, (lockers, wish) => {
        const wanted = { ...wish, needsAccessible: false }
        const kept = smallestFitting(lockers, { ...wanted, keepsAccessible: true })
        const shared = smallestFitting(lockers, { ...wanted, keepsAccessible: false })
        if (kept) expect(shared).toBe(kept)
        else expect(shared?.isDDAReserved ?? true).toBe(true)
      }),
      { numRuns: 1000 },
    )
    const accessible = { ...ordinary, isDDAReserved: true }
    expect(smallestFitting([accessible], { ...delivery, keepsAccessible: false })).toBe(accessible)
  })

  test('for dry cleaning uses the lockers that are there for it, and ordinary ones only in a bank without any', () => {
    const outbound = { ...delivery, isOutbound: true }
    const cleaning = { ...ordinary, lockerMode: 2 }
    expect(smallestFitting([ordinary, cleaning], outbound)).toBe(cleaning)
    expect(smallestFitting([ordinary, { ...cleaning, state: 'Occupied' }], outbound)).toBeUndefined()
    expect(smallestFitting([ordinary], outbound)).toBe(ordinary)
    expect(smallestFitting([cleaning], delivery)).toBeUndefined()
  })

  test('takes the first in layout order among equals', () => {
    const second = { ...ordinary }
    expect(smallestFitting([{ ...ordinary, size: 3 }, ordinary, second], delivery)).toBe(ordinary)
  })
})
