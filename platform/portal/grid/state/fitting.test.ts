import { describe, expect, it } from 'vitest'
import { columnsThatDoNotFit } from './fitting.ts'

const columns = [
  { id: 'Name', rank: 9, width: 100, isNaming: true },
  { id: 'Status', rank: 1, width: 100, isNaming: false },
  { id: 'Place', rank: 3, width: 100, isNaming: false },
  { id: 'Time', rank: 2, width: 100, isNaming: false },
]
const moved = (available: number) => [...columnsThatDoNotFit(columns, available)]

describe('columns that do not fit', () => {
  it('are none in a list that is wide enough', () => {
    expect(moved(400)).toEqual([])
  })
  it('are those of the highest rank, as few as possible', () => {
    expect(moved(399)).toEqual(['Place'])
    expect(moved(299)).toEqual(['Place', 'Time'])
  })
  it('are never the one that names the row and the most important one', () => {
    expect(moved(10)).toEqual(['Place', 'Time'])
    expect([...columnsThatDoNotFit(columns.slice(0, 1), 10)]).toEqual([])
  })
})
