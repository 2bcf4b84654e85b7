import { describe, expect, it } from 'vitest'
import { besideFrom, columnWidth } from './column-width.ts'

describe('the columns of a cabinet', () => {
  it('have their full width where there is room, before the room is known too', () => {
    expect(columnWidth(1160, 4)).toBe(120)
    expect(columnWidth(Number.POSITIVE_INFINITY, 40)).toBe(120)
  })

  it('all fit as long as they are readable', () => {
    for (let columns = 1; columns <= 20; columns++) expect(columnWidth(1160, columns) * columns).toBeLessThanOrEqual(1140)
    expect(columnWidth(776, 10)).toBe(75)
  })

  it('scroll in a readable width where they do not fit', () => {
    expect(columnWidth(358, 10)).toBe(72)
  })

  it('have room beside a detail from the width of the window that they need', () => {
    const room = (window: number) => window - 232 - 48 - 384
    for (const columns of [4, 10, 16]) expect(columnWidth(room(besideFrom(columns)), columns)).toBeGreaterThanOrEqual(58)
  })
})
