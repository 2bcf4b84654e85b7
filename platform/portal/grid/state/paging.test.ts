import { describe, expect, it } from 'vitest'
import { nextPage } from './paging.ts'

const rows = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('the next page', () => {
  it('is by number within the offset limit', () => {
    expect(nextPage({ Data: rows(20), Total: 65, After: 'c' }, { page: 1, size: 20 })).toEqual({ page: 2, after: undefined })
    expect(nextPage({ Data: rows(20), Total: 30_000, After: 'c' }, { page: 499, size: 20 })).toEqual({
      page: 500,
      after: undefined,
    })
  })
  it('does not exist after the last row', () => {
    expect(nextPage({ Data: rows(5), Total: 65 }, { page: 4, size: 20 })).toBeNull()
    expect(nextPage({ Data: rows(20), Total: 40 }, { page: 2, size: 20 })).toBeNull()
    expect(nextPage({ Data: [], Total: 0 }, { page: 1, size: 20 })).toBeNull()
  })
  it('is by cursor beyond 10,000 rows, and does not exist without one', () => {
    expect(nextPage({ Data: rows(20), Total: 30_000, After: 'c' }, { page: 500, size: 20 })).toEqual({ page: 501, after: 'c' })
    expect(nextPage({ Data: rows(20), Total: 30_000, After: null }, { page: 500, size: 20 })).toBeNull()
  })
  it('depends on the cursor when the total is capped', () => {
    const page = { Data: rows(20), Total: 10_000, TotalIsAtLeast: true }
    expect(nextPage({ ...page, After: 'c' }, { page: 700, size: 20 })).toEqual({ page: 701, after: 'c' })
    expect(nextPage({ ...page, After: null }, { page: 700, size: 20 })).toBeNull()
  })
})
