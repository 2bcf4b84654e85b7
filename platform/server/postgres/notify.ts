import pg from 'pg'

/** What changed, for whoever has a screen open on it: one locker bank of one property. */
export type Change = {
  readonly organisationId: string
  readonly propertyId: string
  readonly lockerBankId: string
  /**
   * What to ask again: the bank's lockers and packages, only its status line, its alerts. The last two name a door that was
   * told to open, or did.
   */
  readonly topic: 'packages' | 'status' | 'alerts' | 'opening' | 'opened'
  readonly lockerId?: string
}
export type Live = {
  /** Tells every node's open screens, after the commit; several within a moment are told once. Never waits, never throws. */
  changed(change: Change): void
}
/** `missed`: the node was cut off from the others for a while, so anything may have changed. `ending`: the node stops. */
export type News = readonly Change[] | 'missed' | 'ending'
export type LiveFeed = Live & {
  /** Hears what changed on any node, until the function given back is called. */
  follow(listener: (news: News) => void): () => void
  stop(): Promise<void>
}

type Log = { warn(detail: object, text: string): void }

const CHANNEL = 'live'
/** Changes within this many ms are told together: every NOTIFY waits for every other at its commit. */
const GATHER_MS = 50
/** PostgreSQL takes less than 8000 bytes a notice. */
const MAX_NOTICE = 7900
/** A connection that is only listened to does not tell that it has died; it is asked this often, in ms. */
const ASK_MS = 30_000
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000

/**
 * Live news between nodes: NOTIFY through the pool, LISTEN on a connection beside it, which comes back by itself after the
 * database went away. Followers then hear `missed`, as they do at the first connection.
 */
export function createLive(pool: pg.Pool, log: Log): LiveFeed {
  const followers = new Set<(news: News) => void>()
  const tell = (news: News) => {
    for (const listener of followers) listener(news)
  }
  const { changed, flush } = gathering(pool, log)
  const listening = listenAgainAndAgain(pool, log, tell)
  return {
    changed,
    follow: (listener) => {
      followers.add(listener)
      return () => followers.delete(listener)
    },
    stop: async () => {
      tell('ending')
      followers.clear()
      await Promise.all([flush(), listening.stop()])
    },
  }
}

/** Collects changes for a moment and sends each once. What could not be sent is tried again with the next moment. */
function gathering(pool: pg.Pool, log: Log) {
  const pending = new Map<string, Change>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  function later(ms: number) {
    if (!stopped) timer ??= setTimeout(send, ms)
  }
  async function send() {
    timer = undefined
    const changes = [...pending.values()]
    pending.clear()
    if (changes.length === 0) return
    try {
      await pool.query('select pg_notify($1, notice) from unnest($2::text[]) as notice', [CHANNEL, noticesOf(changes)])
    } catch (error) {
      log.warn({ err: error }, 'live news wait for the database')
      for (const change of changes) pending.set(nameOf(change), change)
      later(LONGEST_WAIT_MS)
    }
  }
  return {
    changed: (change: Change) => {
      pending.set(nameOf(change), change)
      later(GATHER_MS)
    },
    flush: () => {
      stopped = true
      clearTimeout(timer)
      return send()
    },
  }
}

const nameOf = ({ lockerBankId, topic, lockerId = '' }: Change) => `${lockerBankId} ${topic} ${lockerId}`

/** JSON lists, each short enough for one notice. */
export function noticesOf(changes: readonly Change[]): string[] {
  const notices: string[][] = [[]]
  let length = 2
  for (const change of changes) {
    const text = JSON.stringify(change)
    if (length + text.length + 1 > MAX_NOTICE) {
      notices.push([])
      length = 2
    }
    notices.at(-1)!.push(text)
    length += text.length + 1
  }
  return notices.map((texts) => `[${texts.join(',')}]`)
}

function listenAgainAndAgain(pool: pg.Pool, log: Log, tell: (news: News) => void) {
  let client: pg.Client | undefined
  let stopped = false
  let wait = FIRST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | undefined

  async function listen() {
    const mine = new pg.Client({
      connectionString: pool.options.connectionString,
      application_name: 'parcelhall live',
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
      keepAlive: true,
    })
    client = mine
    let lost = false
    const again = (error?: unknown) => {
      clearInterval(asking)
      if (lost || stopped) return
      lost = true
      log.warn({ err: error }, 'live news are cut off and will be asked for again')
      mine.end().catch(() => {})
      timer = setTimeout(listen, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
    const asking = setInterval(() => mine.query('select 1').catch(again), ASK_MS)
    mine.on('error', again)
    mine.on('end', () => again())
    mine.on('notification', ({ payload }) => tell(JSON.parse(payload!) as Change[]))
    try {
      await mine.connect()
      await mine.query(`listen ${CHANNEL}`)
      wait = FIRST_WAIT_MS
      tell('missed')
    } catch (error) {
      again(error)
    }
  }
  const first = listen()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await first
      await client?.end().catch(() => {})
    },
  }
}
