import { describe, expect, test } from 'vitest'
import { again, answered, begun, current, mapped, skipped } from './guide.ts'

const round = begun(['A', 'B', 'C'])

describe('a round of guided mapping', () => {
  test('opens each device in turn, mapped or skipped, and counts the mapped ones', () => {
    expect(current(round)).toBe('A')
    const second = mapped(answered(round, 'A', true), 5)
    expect(second).toMatchObject({ at: 1, stage: 'opening', mapped: 1 })
    const third = skipped(answered(second, 'B', false), 5)
    expect(current(third)).toBe('C')
    expect(mapped(answered(third, 'C', true), 4)).toMatchObject({ stage: 'done', mapped: 2 })
  })

  test('opens the current device again, and ignores replies of other devices', () => {
    const failed = answered(round, 'A', false)
    expect(failed.stage).toBe('not-open')
    expect(again(failed)).toMatchObject({ at: 0, stage: 'opening' })
    expect(answered(round, 'B', true)).toBe(round)
    expect(answered(answered(round, 'A', true), 'A', false).stage).toBe('open')
  })

  test('is done when no device or no locker is left', () => {
    expect(begun([])).toMatchObject({ stage: 'done' })
    expect(current(begun([]))).toBeNull()
    expect(mapped(answered(round, 'A', true), 0)).toMatchObject({ stage: 'done', mapped: 1 })
    expect(again(begun([])).stage).toBe('done')
  })
})
