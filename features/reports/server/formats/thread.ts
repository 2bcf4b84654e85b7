import type { MessagePort } from 'node:worker_threads'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Part } from '../../model.ts'
import { fileOf } from './all.ts'
import type { FileTask, FromThread, ToThread } from './file-in-thread.ts'

/** Bytes that are handed over at once. */
const CHUNK_BYTES = 64_000

/** Writes one file in a thread: see file-in-thread.ts. */
export default async function writeFile({ request: { logo, ...request }, port }: FileTask): Promise<void> {
  const send = (message: FromThread) => port.postMessage(message)
  const ask = asker(port)
  let chunks: Buffer[] = []
  let size = 0
  const handOver = async () => {
    const bytes = Buffer.concat(chunks)
    chunks = []
    size = 0
    await ask({ kind: 'bytes', bytes })
  }
  try {
    for await (const chunk of fileOf(partsFrom(ask), { ...request, logo: logo && Buffer.from(logo) })) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= CHUNK_BYTES) await handOver()
    }
    await handOver()
    send({ kind: 'end' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    send({ kind: 'refused', status: error.status, reason: error.reason })
  } finally {
    port.close()
  }
}

type Ask = <Kind extends ToThread['kind']>(message: FromThread & { kind: Kind }) => Promise<Extract<ToThread, { kind: Kind }>>

/** Sends a message and waits for the reply of its kind. */
function asker(port: MessagePort): Ask {
  const replies = new Map<ToThread['kind'], (reply: ToThread) => void>()
  port.on('message', (reply: ToThread) => replies.get(reply.kind)?.(reply))
  return (message) =>
    new Promise((resolve) => {
      replies.set(message.kind, resolve as (reply: ToThread) => void)
      port.postMessage(message)
    })
}

async function* partsFrom(ask: Ask): AsyncGenerator<Part> {
  for (;;) {
    const { parts, isLast } = await ask({ kind: 'parts' })
    yield* parts
    if (isLast) return
  }
}
