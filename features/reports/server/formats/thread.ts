import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Part } from '../../model.ts'
import { type FileRequest, fileOf } from './all.ts'
import type { FromThread, ToThread } from './file-in-thread.ts'

// The thread that writes one file: see file-in-thread.ts.

/** Bytes that are handed over at once. */
const CHUNK_BYTES = 64_000

const port = parentPort!
const replies = new Map<ToThread['kind'], (reply: ToThread) => void>()
port.on('message', (reply: ToThread) => replies.get(reply.kind)?.(reply))
const send = (message: FromThread) => port.postMessage(message)
const ask = <Kind extends ToThread['kind']>(message: FromThread & { kind: Kind }) =>
  new Promise<Extract<ToThread, { kind: Kind }>>((resolve) => {
    replies.set(message.kind, resolve as (reply: ToThread) => void)
    send(message)
  })

async function* partsAsked(): AsyncGenerator<Part> {
  for (;;) {
    const { parts, isLast } = await ask({ kind: 'parts' })
    yield* parts
    if (isLast) return
  }
}

async function write({ logo, ...request }: FileRequest): Promise<void> {
  let chunks: Buffer[] = []
  let size = 0
  const handOver = async () => {
    const bytes = Buffer.concat(chunks)
    chunks = []
    size = 0
    await ask({ kind: 'bytes', bytes })
  }
  for await (const chunk of fileOf(partsAsked(), { ...request, logo: logo && Buffer.from(logo) })) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= CHUNK_BYTES) await handOver()
  }
  await handOver()
}

try {
  await write(workerData as FileRequest)
  send({ kind: 'end' })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  send({ kind: 'refused', status: error.status, reason: error.reason })
} finally {
  port.close()
}
