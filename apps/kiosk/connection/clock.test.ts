import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serverClock } from './clock.ts'

test('the clock tells the server’s time, counted on from the middle of the way there and back', async () => {
  const clock = serverClock()
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(50)
  const answered = performance.now()
  clock.learn('2031-01-01T00:00:00.000Z', answered - 200, answered)
  const told = clock.now().getTime() - Date.parse('2031-01-01T00:00:00.000Z')
  expect(told).toBeGreaterThanOrEqual(99)
  expect(told).toBeLessThan(200)
  await sleep(50)
  expect(clock.now().getTime() - Date.parse('2031-01-01T00:00:00.000Z')).toBeGreaterThanOrEqual(told + 49)
})
