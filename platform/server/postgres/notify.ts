import pg from 'pg'

/** `missed`: this node was disconnected for a while, so anything may have changed. `stopping`: the node stops. */
export type Notice<Item> = readonly Item[] | 'missed' | 'stopping'
/** Sends items to the listeners of every node that serves the same database. */
export type Notifications<Item> = {
  /** Publishes after the caller's commit; items with the same key within 50 ms are sent once. Never waits, never throws. */
  publish(item: Item): void
  /** Calls `listener` with what any node published until the returned function is called. */
  subscribe(listener: (notice: Notice<Item>) => void): () => void
  stop(): Promise<void>
}
type Options<Item> = {
  /** Name of PostgreSQL's channel: letters only. */
  readonly channel: string
  /** Items with the same key are the same news. */
  readonly keyOf: (item: Item) => string
  /** Interval in ms of checking the connection that only listens, and the longest wait for the check. */
  readonly checkMs?: number
}

type Log = { warn(detail: object, text: string): void }

/** Items within this many ms are sent together: every NOTIFY waits for every other at its commit. */
const GATHER_MS = 50
/** PostgreSQL accepts less than 8000 bytes per NOTIFY. */
const MAX_PAYLOAD = 7900
/** A connection that only listens does not notice that it was lost. */
const CHECK_MS = 5_000
const CONNECT_MS = 2_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000

/**
 * Notifications between nodes: NOTIFY through the pool, LISTEN on a connection of its own, which reconnects after the database
 * was away. Listeners then receive `missed`, as they do after the first connection.
 */
export function createNotifications<Item>(
  pool: pg.Pool,
  log: Log,
  { channel, keyOf, checkMs = CHECK_MS }: Options<Item>,
): Notifications<Item> {
  const listeners = new Set<(notice: Notice<Item>) => void>()
  const deliver = (notice: Notice<Item>) => {
    for (const listener of listeners) listener(notice)
  }
  const pending = new Map<string, Item>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function schedule(ms: number) {
    if (!isStopped) timer ??= setTimeout(send, ms)
  }
  async function send() {
    timer = undefined
    const items = [...pending.values()]
    pending.clear()
    if (items.length === 0) return
    try {
      await pool.query('select pg_notify($1, notice) from unnest($2::text[]) as notice', [channel, payloadsOf(items)])
    } catch (error) {
      log.warn({ err: error }, 'NOTIFY failed, will retry')
      for (const item of items) pending.set(keyOf(item), item)
      schedule(LONGEST_WAIT_MS)
    }
  }

  const listening = listen<Item>(pool, log, { channel, checkMs }, deliver)
  return {
    publish: (item) => {
      pending.set(keyOf(item), item)
      schedule(GATHER_MS)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: async () => {
      deliver('stopping')
      listeners.clear()
      isStopped = true
      clearTimeout(timer)
      await Promise.all([send(), listening.stop()])
    },
  }
}

/** The items as JSON lists, each short enough for one NOTIFY. */
export function payloadsOf(items: readonly unknown[]): string[] {
  const payloads: string[][] = [[]]
  let length = 2
  for (const item of items) {
    const text = JSON.stringify(item)
    if (length + text.length + 1 > MAX_PAYLOAD) {
      payloads.push([])
      length = 2
    }
    payloads.at(-1)!.push(text)
    length += text.length + 1
  }
  return payloads.map((texts) => `[${texts.join(',')}]`)
}

/** Listens on a connection of its own and reconnects with growing pauses. */
function listen<Item>(
  pool: pg.Pool,
  log: Log,
  { channel, checkMs }: { readonly channel: string; readonly checkMs: number },
  deliver: (notice: Notice<Item>) => void,
) {
  let client: pg.Client | undefined
  let stopped = false
  let wait = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  async function connect() {
    const connection = new pg.Client({
      connectionString: pool.options.connectionString,
      application_name: `parcelhall ${channel}`,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: checkMs,
      keepAlive: true,
    })
    client = connection
    let lost = false
    const reconnect = (error?: unknown) => {
      clearInterval(checking)
      if (lost || stopped) return
      lost = true
      log.warn({ err: error }, 'LISTEN connection lost, will reconnect')
      connection.end().catch(() => {})
      timer = setTimeout(connect, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
    const checking = setInterval(() => connection.query('select 1').catch(reconnect), checkMs)
    connection.on('error', reconnect)
    connection.on('end', () => reconnect())
    connection.on('notification', ({ payload }) => deliver(JSON.parse(payload!) as Item[]))
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
      wait = FIRST_WAIT_MS
      deliver('missed')
    } catch (error) {
      reconnect(error)
    }
  }
  const first = connect()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await first
      await client?.end().catch(() => {})
    },
  }
}
