import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventBatch, KioskEvent } from '#features/kiosks/protocol.ts'
import { createOutbox } from './outbox.ts'

const event = (n: number): KioskEvent => ({ Kind: 'door-closed', Id: `event ${n}`, At: '', LockerId: null, SerialNumber: 'SN' })
const ids = (batch: EventBatch | undefined) => batch?.Events.map(({ Id }) => Id)

function setUp(count: number) {
  let events = Array.from({ length: count }, (_, n) => event(n))
  const sent: EventBatch[] = []
  let isConnected = true
  const outbox = createOutbox({
    unacknowledged: () => events,
    acknowledged: async (acked) => {
      events = events.filter(({ Id }) => !acked.includes(Id))
    },
    isConnected: () => isConnected,
    send: async (batch) => void sent.push(batch),
    minRetryMs: 1000,
  })
  return {
    outbox,
    sent,
    add: (n: number) => {
      events = [...events, event(n)]
    },
    connect: (on: boolean) => {
      isConnected = on
    },
    ack: (EventIds: string[], Failed: string | null = null) => outbox.acked({ EventIds, Failed }),
  }
}
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('sends one batch at a time, starting with the oldest event', async () => {
  const { outbox, sent, ack } = setUp(120)
  outbox.flush()
  outbox.flush()
  expect(sent.map((batch) => batch.Events.length)).toEqual([50])
  await ack(ids(sent[0])!)
  await ack(ids(sent[1])!)
  await ack(ids(sent[2])!)
  expect(sent.map((batch) => [batch.Events[0]!.Id, batch.Events.length])).toEqual([
    ['event 0', 50],
    ['event 50', 50],
    ['event 100', 20],
  ])
})

test('ignores a duplicate acknowledgement', async () => {
  const { outbox, sent, ack } = setUp(60)
  outbox.flush()
  await ack(ids(sent[0])!)
  await ack(ids(sent[0])!)
  expect(sent).toHaveLength(2)
})

test('retries unacknowledged events with increasing delays, and at once on a new connection', async () => {
  const { outbox, sent, connect, add } = setUp(1)
  outbox.flush()
  for (const [after, times] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
  ] as const) {
    vi.advanceTimersByTime(after)
    expect(sent).toHaveLength(times)
  }
  connect(false)
  vi.advanceTimersByTime(100_000)
  add(1)
  outbox.flush()
  expect(sent).toHaveLength(4)
  connect(true)
  outbox.reconnected()
  expect(ids(sent[4])).toEqual(['event 0', 'event 1'])
  expect(
    sent.every(({ Attempt }) => Attempt === 1),
    'no attempt failed',
  ).toBe(true)
})

test('sends the number of failed attempts of the first event, and restarts the count for the next event', async () => {
  const { outbox, sent, ack } = setUp(3)
  outbox.flush()
  await ack(['event 0'], 'event 1')
  vi.advanceTimersByTime(1000)
  expect(sent[1]).toMatchObject({ Attempt: 2, Events: [{ Id: 'event 1' }, { Id: 'event 2' }] })
  await ack([], 'event 1')
  vi.advanceTimersByTime(2000)
  expect(sent[2]!.Attempt).toBe(3)
  await ack(['event 1'], 'event 2')
  vi.advanceTimersByTime(60_000)
  expect(sent[3]).toMatchObject({ Attempt: 2, Events: [{ Id: 'event 2' }] })
})

test('counts an attempt once when two nodes report its failure', async () => {
  const { outbox, sent, ack } = setUp(1)
  outbox.flush()
  for (const wait of [1000, 2000, 4000, 8000]) {
    await ack([], 'event 0')
    await ack([], 'event 0')
    vi.advanceTimersByTime(wait)
  }
  expect(sent.map(({ Attempt }) => Attempt)).toEqual([1, 2, 3, 4, 5])
})

test('waitUntilAcknowledged resolves at the acknowledgement or at the timeout', async () => {
  const { outbox, sent, ack } = setUp(2)
  outbox.flush()
  const both = outbox.waitUntilAcknowledged(['event 0', 'event 1'], 5000)
  const never = outbox.waitUntilAcknowledged(['event 1'], 10)
  vi.advanceTimersByTime(10)
  expect(await never).toBe(false)
  await ack(ids(sent[0])!)
  expect(await both).toBe(true)
  expect(await outbox.waitUntilAcknowledged(['event 0'], 0)).toBe(true)
})
