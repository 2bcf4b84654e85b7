import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serverClock } from './clock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('returns the server’s time, assuming that the response was created halfway through the request', () => {
  const clock = serverClock()
  expect(clock.now()).toEqual(new Date())
  const requestedAt = performance.now()
  vi.advanceTimersByTime(200)
  clock.synchronise('2031-01-01T00:00:00.000Z', requestedAt, performance.now())
  expect(clock.now()).toEqual(new Date('2031-01-01T00:00:00.100Z'))
  vi.advanceTimersByTime(50)
  expect(clock.now()).toEqual(new Date('2031-01-01T00:00:00.150Z'))
  vi.setSystemTime('2040-01-01T00:00:00.000Z')
  expect(clock.now(), 'independent of the wall clock').toEqual(new Date('2031-01-01T00:00:00.150Z'))
})
