import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { ask } from '../client.ts'
import type { Gate } from '../gates.ts'
import { medianOf, timed } from '../load.ts'
import { type Lobby, openLobby } from '../lobby.ts'
import { repetitions } from '../scale.ts'
import { ANSWERED, REQUEST_TOPIC } from '../topics.ts'

const TIMES = repetitions(100)
const WARM_UP = repetitions(20)
const REST_MS = 50
/** As large as a command that opens a door. */
const MESSAGE = 'x'.repeat(200)

/** Opening a locker from the dashboard, with the real kiosk program and doors that open immediately. */
export async function opening(bench: Bench): Promise<Gate[]> {
  await using undo = new AsyncDisposableStack()
  return await against(await openLobby(bench, undo), undo)
}

async function against({ broker, brokerMs, owner, token, openUrl }: Lobby, undo: AsyncDisposableStack): Promise<Gate[]> {
  const asker = broker.connect()
  undo.defer(() => asker.endAsync())
  await asker.subscribeAsync(ANSWERED, { qos: 1 })
  await owner.query('create table if not exists bench_commits (at timestamptz)')
  undo.defer(async () => {
    await owner.query('drop table bench_commits')
  })
  const runs = {
    open: async () => {
      const { IsOpen } = await ask<{ IsOpen: boolean }>(openUrl, token, {})
      if (!IsOpen) throw new Error('the door did not open')
    },
    bare: async () => {
      const answered = once(asker as never, 'message')
      asker.publish(REQUEST_TOPIC, MESSAGE, { qos: 1 })
      await answered
    },
    commit: () => owner.query('insert into bench_commits values (now())'),
  }
  const took = { open: [] as number[], bare: [] as number[], commit: [] as number[] }
  for (const work of Object.values(runs)) await timed(WARM_UP, work)
  brokerMs.length = 0
  // Interleaved and with pauses: lockers are not opened in a loop, and all three have the same conditions.
  for (let i = 0; i < TIMES; i++)
    for (const kind of ['open', 'bare', 'commit'] as const) {
      await wait(REST_MS)
      const { median } = await timed(1, runs[kind])
      took[kind].push(median)
    }
  const [open, bare, commit] = [medianOf(took.open), medianOf(took.bare), medianOf(took.commit)]
  return [
    {
      name: 'opening: what the broker takes, against a bare request and reply',
      ratio: medianOf(brokerMs) / bare,
      bound: { atMost: 3 },
      figures: `${medianOf(brokerMs).toFixed(2)} against ${bare.toFixed(2)} ms`,
    },
    {
      name: 'opening: the whole, against a bare request and reply and two bare commits',
      ratio: open / (bare + 2 * commit),
      bound: { atMost: 3 },
      figures: `${open.toFixed(2)} ms against ${bare.toFixed(2)} + 2 × ${commit.toFixed(2)} ms`,
    },
  ]
}
