import { on } from 'node:events'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { Piscina } from 'piscina'
import type { Message } from '#platform/define-messages.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { LONG_AT_ONCE } from '#platform/server/jobs/jobs.ts'
import type { Part } from '../../model.ts'
import type { FileFormat } from '../../reports.ts'
import { type FileRequest, fileOf } from './all.ts'

/** Formats whose rows are written faster than a thread could be given them. */
const LIGHT: readonly FileFormat[] = ['CSV', 'JSON']
/** Parts that a thread gets at once. */
const BATCH = 100
/** As many as files are written at once, for viewers and for e-mails: piscina forgets files that wait when all others are aborted. */
const MOST = 2 * LONG_AT_ONCE
/** How long a thread waits for another file, in ms; then its memory, with that of the libraries for files, is given back. */
const IDLE_MS = 10_000

/** A file for a thread, and the way to ask for its parts. */
export type FileTask = { readonly request: FileRequest; readonly port: MessagePort }
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

// Their memory is limited by the options of the program, as the server's own; a file for which it does not suffice fails.
const threads = new Piscina<FileTask, void>({
  filename: new URL('thread.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: MOST,
  idleTimeout: IDLE_MS,
})
/** Files that no thread has begun. */
const waiting = new Set<AbortController>()
// A file gets the error of its thread; one whose thread fails before it has begun would wait for ever.
threads.on('error', (error) => {
  for (const over of waiting) over.abort(error)
})

/**
 * The file of a report's parts, in the order of its bytes. It is written in a thread, so that requests do not wait for it, as fast as its
 * bytes are taken; a light one is written here.
 */
export async function* fileInThread(parts: AsyncIterable<Part>, request: FileRequest): AsyncGenerator<Buffer> {
  if (LIGHT.includes(request.format)) return yield* fileOf(parts, request)
  const reader = parts[Symbol.asyncIterator]()
  const { port1: port, port2 } = new MessageChannel()
  const over = new AbortController()
  const reply = (message: ToThread) => port.postMessage(message)
  try {
    waiting.add(over)
    const written = threads.run({ request, port: port2 }, { signal: over.signal, transferList: [port2] })
    written.catch(() => port.close())
    for await (const [message] of on(port, 'message', { close: ['close'] }) as AsyncIterable<[FromThread]>) {
      waiting.delete(over)
      if (message.kind === 'parts') reply({ kind: 'parts', ...(await batchOf(reader)) })
      // The thread has ended its task then, and is free for another.
      else if (message.kind === 'end') return await written
      else if (message.kind === 'refused') throw new Refusal(message.status, message.reason)
      else {
        yield Buffer.from(message.bytes)
        reply({ kind: 'bytes' })
      }
    }
    await written
  } finally {
    waiting.delete(over)
    over.abort()
    port.close()
    await reader.return?.()
  }
}

/** The next parts of a report. */
async function batchOf(reader: AsyncIterator<Part>): Promise<{ parts: Part[]; isLast: boolean }> {
  const parts: Part[] = []
  while (parts.length < BATCH) {
    const { done, value } = await reader.next()
    if (done) return { parts, isLast: true }
    parts.push(value)
  }
  return { parts, isLast: false }
}
