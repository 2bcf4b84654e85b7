import { describe, expect, it } from 'vitest'
import { MAX_VIEWS, MAX_VIEWS_CONTENT, MAX_VIEWS_IN_ALL } from './contract.ts'
import { whyNotOneMore, whyNotSize } from './rules.ts'

const many = (count: number, list: (index: number) => string) => Array.from({ length: count }, (_, i) => ({ list: list(i) }))

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
