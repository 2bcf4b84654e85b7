import { describe, expect, it } from 'vitest'
import { geometry } from '../../geometry.ts'
import { neighbour } from './neighbour.ts'

/** Left: a (2), b (4). Right: c (1), d (3), e (2). */
const column = (...doors: [string, number][]) => ({ lockers: doors.map(([Id, size]) => ({ Id, size })) })
const { columns } = geometry([column(['a', 2], ['b', 4]), column(['c', 1], ['d', 3], ['e', 2])])

describe('neighbour', () => {
  it.each([
    ['a', 'ArrowDown', 'b'],
    ['b', 'ArrowUp', 'a'],
    ['d', 'ArrowDown', 'e'],
    ['a', 'Home', 'a'],
    ['a', 'End', 'e'],
  ])('goes from %s with %s to %s', (from, key, to) => {
    expect(neighbour(columns, from, key)).toBe(to)
  })

  it.each([
    ['a', 'ArrowRight', 'd'],
    ['b', 'ArrowRight', 'e'],
    ['c', 'ArrowLeft', 'a'],
    ['d', 'ArrowLeft', 'b'],
  ])('goes sideways from %s with %s to the door at the same height, %s', (from, key, to) => {
    expect(neighbour(columns, from, key)).toBe(to)
  })

  it.each([
    ['a', 'ArrowUp'],
    ['a', 'ArrowLeft'],
    ['e', 'ArrowDown'],
    ['e', 'ArrowRight'],
    ['a', 'Enter'],
    ['unknown', 'ArrowDown'],
  ])('stops at the edge: from %s with %s', (from, key) => {
    expect(neighbour(columns, from, key)).toBeNull()
  })
})
