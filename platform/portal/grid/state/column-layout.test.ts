import { describe, expect, it } from 'vitest'
import { MAX_WIDTH, MIN_WIDTH } from '#platform/wire.ts'
import { inOrder, isSameLayout, layoutFrom, moved, NO_CHANGES } from './column-layout.ts'

const columns = ['A', 'B', 'C', 'D'].map((id) => ({ id }))
const ids = (order: string[]) => inOrder(columns, order).map(({ id }) => id)

describe('the order of columns', () => {
  it('is that of the list without changes', () => {
    expect(ids([])).toEqual(['A', 'B', 'C', 'D'])
  })
  it('is the user’s; a column that it does not name follows its neighbour', () => {
    expect(ids(['D', 'C', 'B', 'A'])).toEqual(['D', 'C', 'B', 'A'])
    expect(ids(['D', 'B', 'A'])).toEqual(['D', 'B', 'C', 'A'])
    expect(ids(['D', 'C'])).toEqual(['A', 'B', 'D', 'C'])
  })
  it('has a column once that was stored twice', () => {
    expect(ids(['D', 'C', 'D', 'B', 'A'])).toEqual(['D', 'C', 'B', 'A'])
  })
  it('omits columns that do not exist any more', () => {
    expect(ids(['Gone', 'B', 'A'])).toEqual(['B', 'C', 'D', 'A'])
  })
  it('changes when a column is moved to the place of another', () => {
    expect(moved(['A', 'B', 'C'], 'A', 'B')).toEqual(['B', 'A', 'C'])
    expect(moved(['A', 'B', 'C'], 'A', 'C')).toEqual(['B', 'C', 'A'])
    expect(moved(['A', 'B', 'C'], 'C', 'A')).toEqual(['C', 'A', 'B'])
    expect(moved(['A', 'B', 'C'], 'A', 'A')).toEqual(['A', 'B', 'C'])
    expect(moved(['A', 'B', 'C'], 'A', 'Gone')).toEqual(['A', 'B', 'C'])
  })
})

describe('a stored layout', () => {
  it('may have been stored before columns had widths, or be invalid', () => {
    expect(layoutFrom({ shown: { A: false }, order: ['B'] })).toEqual({ shown: { A: false }, order: ['B'], widths: {} })
    expect(layoutFrom(null)).toEqual(NO_CHANGES)
    expect(layoutFrom({ order: 'B' } as never)).toEqual(NO_CHANGES)
  })
  it('has widths within the limits', () => {
    expect(layoutFrom({ widths: { A: 1, B: 9999, C: 100.4 } }).widths).toEqual({ A: MIN_WIDTH, B: MAX_WIDTH, C: 100 })
  })
  it('is the same whatever was changed first', () => {
    expect(isSameLayout(layoutFrom({ shown: { A: true, B: false } }), layoutFrom({ shown: { B: false, A: true } }))).toBe(true)
    expect(isSameLayout(layoutFrom({ order: ['A', 'B'] }), layoutFrom({ order: ['B', 'A'] }))).toBe(false)
  })
})
