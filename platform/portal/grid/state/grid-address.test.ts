import { describe, expect, it } from 'vitest'
import { pageQuery } from '#platform/wire.ts'
import type { GridFilter, GridView } from '../grid-types.ts'
import { changeToView, correctionOf, openingOf, placeFrom, searchOfView, shownBy, sortText } from './grid-address.ts'

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

  it('is the last page with a number instead of one beyond row 10,000 without its cursor', () => {
    expect(place({ page: '501' }).page).toBe(500)
    expect(place({ page: '501', after: 'c' }).page).toBe(501)
    expect(place({ page: '500' }).page).toBe(500)
    expect(place({ page: '2000', size: '30' }).page).toBe(334)
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

describe('the corrections of an address', () => {
  const corrections = (search: Record<string, string>, more = {}) => correctionOf(search, { operation, ...more })

  it('replace invalid values, and remove those that mean the default', () => {
    expect(corrections({ page: '-5', size: '99999', sort: '-Colour' })).toEqual({ page: undefined, size: '500', sort: undefined })
    expect(corrections({ page: '9999' })).toEqual({ page: '500' })
    expect(corrections({ size: 'x', page: '1' })).toEqual({ size: undefined, page: undefined })
  })
  it('are none for a valid address, nor for one of a list with a single page', () => {
    expect(corrections({ page: '3', size: '50', sort: '-Status', Q: 'x' })).toEqual({})
    expect(corrections({ size: '20' })).toEqual({})
    expect(corrections({ page: '9999' }, { whole: true })).toEqual({})
  })
  it('leave nothing to correct', () => {
    const wild: Record<string, string>[] = [
      { page: '-5', size: '99999' },
      { page: '9999', sort: 'x' },
    ]
    for (const search of wild) {
      const left = Object.entries({ ...search, ...corrections(search) }).filter((entry) => entry[1] !== undefined)
      expect(corrections(Object.fromEntries(left) as Record<string, string>)).toEqual({})
    }
  })
})

describe('a list with saved views', () => {
  const filters: GridFilter[] = [
    { name: 'Q', label: 'Search', kind: 'search' },
    { name: 'Kind', label: 'Kind', kind: 'choice', initial: '1' },
  ]
  const columns = { shown: {}, order: [], widths: {} }
  const view = (id: string, more: Partial<GridView> = {}): GridView => ({
    ...{ id, list: 'l', name: id, isDefault: false, filters: {}, columns, sort: null, size: null },
    ...more,
  })
  const mine = view('mine', { filters: { Q: 'anna', Kind: '*' }, sort: '-Status', size: 50 })
  const standard = view('standard', { isDefault: true, filters: { Q: 'new' } })
  const opening = (address: Record<string, string>, views = [mine, standard], remembered: Record<string, string> | null = null) =>
    openingOf(address, { filters, views, remembered })

  it('opens its default view for an address without any parameter only', () => {
    expect(opening({})).toEqual({ view: 'standard', Q: 'new' })
    expect(opening({ package: '7' })).toBeNull()
    expect(opening({ view: 'all' })).toBeNull()
    expect(opening({ Q: 'x' })).toBeNull()
    expect(opening({}, [mine])).toBeNull()
  })
  it('writes out a view whose id stands alone, and leaves one that was changed', () => {
    const whole = { view: 'mine', Q: 'anna', Kind: '*', sort: '-Status', size: '50' }
    expect(opening({ view: 'mine' })).toEqual(whole)
    expect(opening({ view: 'mine', package: '7' })).toEqual(whole)
    expect(opening({ view: 'mine', Q: '*' })).toBeNull()
    expect(opening({ view: 'mine', page: '2' })).toBeNull()
    expect(opening(whole)).toBeNull()
  })
  it('shows what the address says for the view of somebody else', () => {
    expect(opening({ view: 'theirs', Q: 'x' })).toBeNull()
    expect(opening({ view: 'theirs' })).toBeNull()
  })
  it('takes remembered filters where neither a view nor a filter is named', () => {
    const remembered = { Kind: '2' }
    expect(opening({}, [mine], remembered)).toEqual(remembered)
    expect(opening({ sort: 'Status' }, [mine], remembered)).toEqual(remembered)
    expect(opening({ Q: 'x' }, [mine], remembered)).toBeNull()
    expect(opening({ view: 'all' }, [mine], remembered)).toBeNull()
    expect(opening({}, [standard], remembered)).toEqual({ view: 'standard', Q: 'new' })
  })
  it('opens no view without changing the address again', () => {
    expect(opening({ view: 'empty' }, [view('empty')])).toBeNull()
  })

  it('leaves nothing of another view in the address', () => {
    expect(changeToView(standard, filters, true)).toEqual({
      ...{ page: undefined, after: undefined, size: undefined, sort: undefined, Kind: undefined },
      ...{ view: 'standard', Q: 'new' },
    })
    expect(changeToView(null, filters, true)).toMatchObject({ view: 'all', Q: undefined })
    expect(changeToView(null, filters, false)).toMatchObject({ view: undefined })
  })

  it('shows the same for a view and for its address, whatever its unknown parts are', () => {
    const grid = { operation }
    expect(shownBy(searchOfView(mine, filters), grid, filters)).toEqual({
      filters: { Q: 'anna', Kind: '*' },
      sort: '-Status',
      size: 50,
    })
    expect(shownBy({}, grid, filters)).toEqual({ filters: { Kind: '1' }, sort: '-Name', size: 20 })
    const old = view('old', { filters: { Gone: 'x', view: 'other', page: '7', Q: 'a' }, sort: '-Gone' })
    expect(searchOfView(old, filters)).toEqual({ view: 'old', Q: 'a', sort: '-Gone' })
    expect(shownBy(searchOfView(old, filters), grid, filters)).toEqual({
      filters: { Q: 'a', Kind: '1' },
      sort: '-Name',
      size: 20,
    })
  })
})
