import { describe, expect, it } from 'vitest'
import { pageQuery } from '#platform/wire.ts'
import { placeFrom, sortText } from './grid-address.ts'

const operation = { input: pageQuery(['Name', 'Status'], 'desc') }
const place = (search: Record<string, string>, more = {}) => placeFrom(search, { operation, ...more })

describe('the state of a grid from its address', () => {
  it('has page, rows per page, sort and cursor', () => {
    expect(place({ page: '3', size: '50', sort: '-Status', after: 'c' })).toMatchObject({
      page: 3,
      size: 50,
      sort: { column: 'Status', direction: 'desc' },
      after: 'c',
    })
  })

  it('is the first page in the operation’s default order without parameters', () => {
    expect(place({})).toEqual({
      page: 1,
      size: 20,
      firstSize: 20,
      after: undefined,
      sort: { column: 'Name', direction: 'desc' },
    })
    expect(place({}, { pageSize: 5 }).size).toBe(5)
  })

  it.each(['-5', '0', '1.5', 'x', '', '1e400'])('is the first page of the usual size for “%s”', (text) => {
    expect(place({ page: text, size: text })).toMatchObject({ page: 1, size: 20 })
  })

  it('is limited to the rows and pages that the operation accepts', () => {
    const wild: Record<string, string>[] = [{ size: '99999' }, { page: '99999999999', after: 'c' }, { page: '99999999999' }]
    for (const search of wild) {
      const { page, size, after } = place(search)
      expect(operation.input.safeParse({ PageIndex: page, PageSize: size, After: after }).success).toBe(true)
    }
    expect(place({ size: '99999' }).size).toBe(500)
  })

  it('is the first page instead of one beyond row 10,000 without its cursor', () => {
    expect(place({ page: '501' }).page).toBe(1)
    expect(place({ page: '501', after: 'c' }).page).toBe(501)
    expect(place({ page: '500' }).page).toBe(500)
  })

  it.each(['Colour', '-Colour', '-', 'name'])('is in the operation’s own order when it is to be sorted by “%s”', (sort) => {
    expect(place({ sort }).sort).toEqual({ column: 'Name', direction: 'desc' })
  })

  it('is all rows for a grid with a single page', () => {
    expect(place({ page: '2', size: '5', after: 'c' }, { whole: true })).toMatchObject({
      page: 1,
      size: 2147483647,
      after: undefined,
    })
  })

  it('is the same when written and read again', () => {
    for (const sort of ['Status', '-Status']) expect(sortText(place({ sort }).sort!)).toBe(sort)
  })
})
