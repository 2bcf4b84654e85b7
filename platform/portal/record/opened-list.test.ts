import { describe, expect, test } from 'vitest'
import { hasNeighbour, neighbourOf, type OpenedPage, positionOf, rememberPage, type Step } from './opened-list.ts'

/** Records /r/0 to /r/4, in pages of two. */
const pageAt = (offset: number): OpenedPage => ({
  paths: [0, 1]
    .map((row) => offset + row)
    .filter((row) => row < 5)
    .map((row) => `/r/${row}`),
  offset,
  total: 5,
  totalIsAtLeast: false,
  turn: async (step: Step) => {
    const next = offset + 2 * step
    return next >= 0 && next < 5 ? pageAt(next) : null
  },
})

describe('a record that was opened from a list', () => {
  test('has its position and its neighbours, across pages', async () => {
    rememberPage('records', pageAt(0))
    expect(positionOf('/r/9')).toBeNull()
    const path: (string | null)[] = []
    for (let at: string | null = '/r/0'; at; ) {
      const position = positionOf(at)!
      path.push(`${position.page.offset + position.index + 1}`)
      at = await neighbourOf(position, 1)
    }
    expect(path).toEqual(['1', '2', '3', '4', '5'])
    expect(await neighbourOf(positionOf('/r/4')!, -1)).toBe('/r/3')
  })

  test('has none before the first and after the last', async () => {
    rememberPage('records', pageAt(4))
    const last = positionOf('/r/4')!
    expect([hasNeighbour(last, -1), hasNeighbour(last, 1)]).toEqual([true, false])
    expect(await neighbourOf(last, 1)).toBeNull()
    rememberPage('records', pageAt(0))
    const first = positionOf('/r/0')!
    expect([hasNeighbour(first, -1), hasNeighbour(first, 1)]).toEqual([false, true])
    expect(await neighbourOf(first, -1)).toBeNull()
  })

  test('belongs to the list that showed it last', () => {
    rememberPage('records', pageAt(0))
    rememberPage('others', { ...pageAt(0), paths: ['/r/1'], total: 1 })
    expect(positionOf('/r/1')!.page.total).toBe(1)
    rememberPage('records', pageAt(0))
    expect(positionOf('/r/1')!.page.total).toBe(5)
  })
})
