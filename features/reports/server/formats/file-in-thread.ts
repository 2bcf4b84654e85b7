import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Message } from '#platform/define-messages.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Part } from '../../model.ts'
import type { FileFormat } from '../../reports.ts'
import { type FileRequest, fileOf } from './all.ts'

/** Formats whose rows are written faster than a thread could be given them. */
const LIGHT: readonly FileFormat[] = ['CSV', 'JSON']
/** A file of fewer parts is written without a thread, which would take longer to start. */
const SMALL = 500
/** Parts that the thread gets at once. */
const BATCH = 500
/** What the thread asks for, or hands over. */
export type FromThread =
  | { readonly kind: 'parts' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly status: Refusal['status']; readonly reason: Message }
/** The next parts, or that the bytes were taken. */
export type ToThread =
  | { readonly kind: 'parts'; readonly parts: readonly Part[]; readonly isLast: boolean }
  | { readonly kind: 'bytes' }

/**
 * The file of a report's parts, in the order of its bytes. A long one is written in a thread of its own, so that requests do not wait
 * for it; it is read and written as fast as its bytes are taken.
 */
export async function* fileInThread(parts: AsyncIterable<Part>, request: FileRequest): AsyncGenerator<Buffer> {
  if (LIGHT.includes(request.format)) return yield* fileOf(parts, request)
  const reader = parts[Symbol.asyncIterator]()
  let worker: Worker | undefined
  try {
    const first = await batchOf(reader, SMALL)
    if (first.isLast) {
      yield* fileOf(inTurn(first.parts), request)
      return
    }
    let next: typeof first | undefined = first
    // Its memory is limited by the options of the program, as the server's own; a file for which it does not suffice fails.
    worker = new Worker(new URL('thread.ts', import.meta.url), { workerData: request })
    // The loop below handles errors; after it, an error without a listener would end the server.
    worker.on('error', () => {})
    const reply = (message: ToThread) => worker!.postMessage(message)
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromThread]>) {
      if (message.kind === 'parts') {
        reply({ kind: 'parts', ...(next ?? (await batchOf(reader, BATCH))) })
        next = undefined
      } else if (message.kind === 'bytes') {
        yield Buffer.from(message.bytes)
        reply({ kind: 'bytes' })
      } else if (message.kind === 'refused') throw new Refusal(message.status, message.reason)
      else return
    }
    throw new Error('the thread that writes a file has ended')
  } finally {
    await worker?.terminate()
    await reader.return?.()
  }
}

/** The next parts of a report, `size` of them unless they end. */
async function batchOf(reader: AsyncIterator<Part>, size: number): Promise<{ parts: Part[]; isLast: boolean }> {
  const parts: Part[] = []
  while (parts.length < size) {
    const { done, value } = await reader.next()
    if (done) return { parts, isLast: true }
    parts.push(value)
  }
  return { parts, isLast: false }
}

async function* inTurn(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts
}
