import { Readable } from 'node:stream'
import { asRefusal, Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { t } from '#platform/server/messages.ts'
import type { Tenant } from '#platform/server/postgres/db.ts'
import { type LiveChange, live as operations } from '../contract.ts'
import type { Change, LiveFeed, LiveNotice } from './api.ts'

/** Open streams of one person on one node: enough for several screens and devices. */
export const STREAMS_PER_USER = 20
/** The caller is checked again this often, in ms: with the 2 s caller cache, a revoked caller is cut off within 5 s on any node. */
const RECHECK_MS = 2_500
/** Interval of heartbeat comments in ms, by which proxies and clients notice a broken connection. */
const HEARTBEAT_MS = 15_000
/** Bytes that a reader may lag behind; a slower one is disconnected and reloads everything when it reconnects. */
const MAX_LAG = 64 * 1024

/**
 * The live stream of the dashboards (spec 1 §1 "A live dashboard"): server-sent events, requested with the bearer header. It
 * ends with the token, with the permission and with the node; the client reconnects.
 */
export function liveRoute(route: Router, live: LiveFeed) {
  const open = new Map<string, number>()
  /** The checks of all open streams. They run together, so that the callers are read together. */
  const checks = new Set<() => void>()
  let checking: NodeJS.Timeout | undefined
  const checkAll = () => {
    for (const check of checks) check()
  }

  route.stream(operations.stream, async ({ caller, again, reply }) => {
    const openStreams = open.get(caller.id) ?? 0
    if (openStreams >= STREAMS_PER_USER) throw new Refusal(429, t('MsgTooManyRequests', { seconds: 60 }), { retryAfter: 60 })
    open.set(caller.id, openStreams + 1)

    let { tenant } = caller
    const events = new Readable({ read: () => {} })
    let isOver = false
    /** The database did not respond to the last check: nothing is sent until the caller is checked. */
    let isUnchecked = false
    const end = () => {
      if (!isOver) events.push(null)
      isOver = true
    }
    const write = (text: string) => {
      if (isOver) return
      events.push(text)
      if (events.readableLength > MAX_LAG) events.destroy()
    }
    const unsubscribe = live.subscribe((news) => {
      if (news === 'stopping') end()
      else if (!isUnchecked) for (const text of eventsFor(tenant, news)) write(text)
    })
    let isChecking = false
    const check = async () => {
      if (isChecking) return
      isChecking = true
      try {
        const now = await again()
        if (isUnchecked || !sameScope(now.tenant, tenant)) write(MISSED)
        isUnchecked = false
        tenant = now.tenant
      } catch (error) {
        if (asRefusal(error)?.status !== 503) end()
        isUnchecked = true
      }
      isChecking = false
    }
    checks.add(check)
    checking ??= setInterval(checkAll, RECHECK_MS)
    const heartbeat = setInterval(() => write(': heartbeat\n\n'), HEARTBEAT_MS)
    const expiring = setTimeout(end, caller.until - Date.now())
    events.on('close', () => {
      isOver = true
      unsubscribe()
      checks.delete(check)
      if (checks.size === 0) {
        clearInterval(checking)
        checking = undefined
      }
      clearInterval(heartbeat)
      clearTimeout(expiring)
      const left = (open.get(caller.id) ?? 1) - 1
      if (left > 0) open.set(caller.id, left)
      else open.delete(caller.id)
    })

    write(': open\n\n')
    reply.header('x-accel-buffering', 'no').type('text/event-stream').send(events)
  })
}

const MISSED = 'event: missed\ndata: {}\n\n'

/** The events for one caller: changes of their own organisation and properties only. */
function eventsFor(tenant: Tenant, news: Exclude<LiveNotice, 'stopping'>): string[] {
  if (news === 'missed') return [MISSED]
  return news
    .filter((change) => isIn(tenant, change))
    .map((change) => `event: change\ndata: ${JSON.stringify(toWire(change))}\n\n`)
}

const isIn = ({ organisationId, propertyIds }: Tenant, change: Change) =>
  change.organisationId === organisationId &&
  (propertyIds === '*' || change.propertyId === null || propertyIds.includes(change.propertyId))

const toWire = ({ propertyId, lockerBankId, topic, lockerId }: Change): LiveChange => ({
  PropertyId: propertyId,
  LockerBankId: lockerBankId,
  Topic: topic,
  LockerId: lockerId,
})

const sameScope = (one: Tenant, other: Tenant) =>
  one.organisationId === other.organisationId && String(one.propertyIds) === String(other.propertyIds)
