import { Readable } from 'node:stream'
import { t } from '#platform/messages.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Tenant } from '#platform/server/postgres/db.ts'
import type { Change, LiveFeed, News } from '#platform/server/postgres/notify.ts'
import { dashboards, type LiveChange } from '../contract.ts'

/** Open streams of one person on one node: several screens and devices, but no end of them. */
export const STREAMS_PER_USER = 20
/** Who listens is asked again this often, in ms: with the 2 s for which a caller is kept, within 10 s of any change. */
const RECHECK_MS = 7_500
/** Every so many times of asking a comment keeps the connection from being thought dead: 15 s. */
const CHECKS_A_HEARTBEAT = 2
/** Bytes that a reader may lag behind; one that is slower is cut and asks for everything when it comes back. */
const MAX_LAG = 64 * 1024

/**
 * The live stream of the dashboards (spec 1 §1 "A live dashboard"): server-sent events, read with the bearer header. It ends
 * with the token, with the permission and with the node; the reader comes back by itself.
 */
export function liveRoute(route: Router, live: LiveFeed) {
  const open = new Map<string, number>()

  route.stream(dashboards.live, async ({ caller, again, reply }) => {
    const mine = open.get(caller.id) ?? 0
    if (mine >= STREAMS_PER_USER) throw new Refusal(429, t('MsgTooManyRequests', { seconds: 60 }), { retryAfter: 60 })
    open.set(caller.id, mine + 1)

    let { tenant } = caller
    const events = new Readable({ read: () => {} })
    let isOver = false
    const end = () => {
      if (!isOver) events.push(null)
      isOver = true
    }
    const write = (text: string) => {
      if (isOver) return
      events.push(text)
      if (events.readableLength > MAX_LAG) events.destroy()
    }
    const forget = live.follow((news) => {
      if (news === 'ending') end()
      else for (const text of eventsFor(tenant, news)) write(text)
    })
    let checks = 0
    const checking = setInterval(async () => {
      try {
        const now = await again()
        if (!sameScope(now.tenant, tenant)) write(MISSED)
        tenant = now.tenant
        checks += 1
        if (checks % CHECKS_A_HEARTBEAT === 0) write(': still here\n\n')
      } catch {
        end()
      }
    }, RECHECK_MS)
    const atItsEnd = setTimeout(end, caller.until - Date.now())
    events.on('close', () => {
      isOver = true
      forget()
      clearInterval(checking)
      clearTimeout(atItsEnd)
      const left = (open.get(caller.id) ?? 1) - 1
      if (left > 0) open.set(caller.id, left)
      else open.delete(caller.id)
    })

    write(': open\n\n')
    reply.header('x-accel-buffering', 'no').type('text/event-stream').send(events)
  })
}

const MISSED = 'event: missed\ndata: {}\n\n'

/** What one listener is told: changes of their own organisation and properties only. */
function eventsFor(tenant: Tenant, news: Exclude<News, 'ending'>): string[] {
  if (news === 'missed') return [MISSED]
  return news.filter((change) => isIn(tenant, change)).map((change) => `event: change\ndata: ${JSON.stringify(told(change))}\n\n`)
}

const isIn = ({ organisationId, propertyIds }: Tenant, change: Change) =>
  change.organisationId === organisationId && (propertyIds === '*' || propertyIds.includes(change.propertyId))

const told = ({ propertyId, lockerBankId, topic, lockerId }: Change): LiveChange => ({
  PropertyId: propertyId,
  LockerBankId: lockerBankId,
  Topic: topic,
  LockerId: lockerId,
})

const sameScope = (one: Tenant, other: Tenant) =>
  one.organisationId === other.organisationId && String(one.propertyIds) === String(other.propertyIds)
