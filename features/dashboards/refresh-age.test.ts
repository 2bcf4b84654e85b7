import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refreshAge } from './refresh-age.ts'

const NOW = new Date('2026-03-11T10:00:00Z')
const ago = (minutes: number) => refreshAge(new Date(NOW.getTime() - minutes * 60_000), NOW)

test.each([
  [-5, 'Just now'],
  [0, 'Just now'],
  [0.99, 'Just now'],
  [1, '1 minute ago'],
  [2.5, '2 minutes ago'],
  [59.9, '59 minutes ago'],
  [60, '1 hour ago'],
  [119, '1 hour ago'],
  [1439.9, '23 hours ago'],
  [1440, '1 day ago'],
  [2880, '2 days ago'],
])('after %d minutes a dashboard is refreshed "%s"', (minutes, text) => {
  expect(ago(minutes)).toBe(text)
})

test('a count is always at least one and its unit never overflows into the next', () => {
  const limits: Record<string, number> = { minute: 60, hour: 24, day: Number.POSITIVE_INFINITY }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (minutes) => {
      const [, count, unit] = ago(minutes).match(/^(\d+) (minute|hour|day)s? ago$/)!
      expect(Number(count)).toBeGreaterThanOrEqual(1)
      expect(Number(count)).toBeLessThan(limits[unit!]!)
    }),
  )
})
