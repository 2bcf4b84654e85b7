import { type Line, openStream } from './call.ts'
import { checkConnection, noteReply, watchConnection } from './connection.ts'

/** The event `missed`: the stream was closed for a while, so anything may have changed. */
export type StreamEvent = { readonly event: string; readonly data: unknown }
export type StreamState = 'connecting' | 'open' | 'waiting'

const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000
/** A stream without data for this long, in ms, is dead; the server sends a heartbeat every 15 s. */
const SILENCE = 40_000
/** A hidden page closes its connection after this, in ms: a browser has few for all its tabs. */
const OUT_OF_SIGHT = 30_000

/**
 * A live stream of server-sent events, read by fetch with the bearer header. It is open while it has a subscriber and the
 * page is visible, reconnects with growing pauses, and emits `missed` each time it has opened; a subscriber that joins an open
 * stream receives `missed` too, because its data may be older than the last event.
 */
export function createEventStream(operation: Line) {
  const listeners = new Set<(message: StreamEvent) => void>()
  const watchers = new Set<() => void>()
  let state: StreamState = 'connecting'
  let running: AbortController | null = null
  let hiding: ReturnType<typeof setTimeout> | undefined
  let lastEventAt = 0

  const emit = (message: StreamEvent) => {
    lastEventAt = Date.now()
    for (const listener of listeners) listener(message)
  }
  const become = (next: StreamState) => {
    if (next === state) return
    state = next
    for (const watcher of watchers) watcher()
  }

  const start = () => {
    if (running || listeners.size === 0) return
    running = new AbortController()
    void keepOpen(operation, running.signal, emit, become)
  }
  const stop = () => {
    running?.abort()
    running = null
    become('connecting')
  }
  const onVisibility = () => {
    clearTimeout(hiding)
    if (document.hidden) hiding = setTimeout(stop, OUT_OF_SIGHT)
    else start()
  }

  return {
    /** Calls the listener for every event until the returned function is called. */
    subscribe: (listener: (message: StreamEvent) => void) => {
      listeners.add(listener)
      if (listeners.size === 1) document.addEventListener('visibilitychange', onVisibility)
      if (state === 'open') listener({ event: 'missed', data: null })
      else start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibility)
        clearTimeout(hiding)
        stop()
      }
    },
    /** For useSyncExternalStore: whether the stream is open. */
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    state: () => state,
    /** When the last event came (ms since 1970), the opening included: data that was read later has missed nothing. */
    lastEventAt: () => lastEventAt,
  }
}

async function keepOpen(
  operation: Line,
  stopped: AbortSignal,
  emit: (message: StreamEvent) => void,
  become: (state: StreamState) => void,
) {
  let wait = FIRST_WAIT
  while (!stopped.aborted) {
    const least = await readOnce(operation, stopped, (message) => {
      wait = FIRST_WAIT
      become('open')
      emit(message)
    })
    if (stopped.aborted) return
    become('waiting')
    // Spread the reconnects when a server restarts.
    await pause(Math.max(least, wait * (0.5 + Math.random())), stopped)
    wait = Math.min(wait * 2, LONGEST_WAIT)
  }
}

/** Reads one connection to its end; returns the shortest pause before the next, in ms. */
async function readOnce(operation: Line, stopped: AbortSignal, emit: (message: StreamEvent) => void): Promise<number> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE)
  try {
    const reply = await openStream(operation, AbortSignal.any([stopped, silence.signal]))
    if (reply.status === 401 || reply.status === 403) return LONGEST_WAIT
    if (!reply.ok || !reply.body) return Number(reply.headers.get('Retry-After') ?? 0) * 1000
    emit({ event: 'missed', data: null })
    const read = eventReader(emit)
    const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), SILENCE)
      noteReply()
      read(part.value)
    }
  } catch {
    // Lost, silent or unreachable: retried in every case.
  } finally {
    clearTimeout(timer)
  }
  if (!stopped.aborted) void checkConnection()
  return 0
}

/** Parses a stream's text in any chunks into its events; comments and events without data are skipped. */
export function eventReader(emit: (message: StreamEvent) => void) {
  let rest = ''
  return (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
      const data = fields.get('data')
      if (data) emit({ event: fields.get('event') ?? 'message', data: JSON.parse(data) })
    }
  }
}

/** Waits so many ms; a restored connection or the end of the stream end it early. */
const pause = (ms: number, stopped: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopWatching()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stopWatching = watchConnection((isLost) => {
      if (!isLost) end()
    })
    stopped.addEventListener('abort', end, { once: true })
  })
