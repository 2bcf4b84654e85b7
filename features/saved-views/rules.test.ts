import { describe, expect, it } from 'vitest'
import { MAX_VIEWS, MAX_VIEWS_CONTENT, MAX_VIEWS_IN_ALL } from './contract.ts'
import { whyNotName, whyNotOneMore, whyNotSize } from './rules.ts'

const view = (id: string, name: string, list = 'couriers') => ({ id, list, name })
const many = (count: number, list: (index: number) => string) => Array.from({ length: count }, (_, i) => ({ list: list(i) }))

describe('the name of a view', () => {
  it('is unique in its list, whatever its case', () => {
    const views = [view('a', 'Café today')]
    expect(whyNotName(views, view('b', 'CAFÉ TODAY'))?.code).toBe('MsgViewNameTaken')
    expect(whyNotName(views, view('b', 'Café'))).toBeNull()
  })
  it('may be that of a view of another list, and that of the view itself', () => {
    const views = [view('a', 'Today')]
    expect(whyNotName(views, view('b', 'Today', 'agents'))).toBeNull()
    expect(whyNotName(views, view('a', 'TODAY'))).toBeNull()
  })
})

describe('the number of views', () => {
  it('is limited in each list', () => {
    expect(
      whyNotOneMore(
        many(MAX_VIEWS - 1, () => 'a'),
        'a',
      ),
    ).toBeNull()
    expect(
      whyNotOneMore(
        many(MAX_VIEWS, () => 'a'),
        'a',
      )?.code,
    ).toBe('MsgTooManyViews')
    expect(
      whyNotOneMore(
        many(MAX_VIEWS, () => 'a'),
        'b',
      ),
    ).toBeNull()
  })
  it('is limited in all lists together', () => {
    const lists = (index: number) => `list-${index % 10}`
    expect(whyNotOneMore(many(MAX_VIEWS_IN_ALL - 1, lists), 'x')).toBeNull()
    expect(whyNotOneMore(many(MAX_VIEWS_IN_ALL, lists), 'x')?.code).toBe('MsgTooManyViewsInAll')
  })
})

describe('the size of all views', () => {
  const views = [
    { id: 'a', size: MAX_VIEWS_CONTENT - 100 },
    { id: 'b', size: 50 },
  ]
  it('is limited, and a view that is replaced does not count twice', () => {
    expect(whyNotSize(views, 'c', 50)).toBeNull()
    expect(whyNotSize(views, 'c', 51)?.code).toBe('MsgViewsTooLong')
    expect(whyNotSize(views, 'b', 100)).toBeNull()
  })
})
