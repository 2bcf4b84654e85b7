import type pg from 'pg'
import { createNotifications, type Notice, type Notifications } from '#platform/server/postgres/notify.ts'
import type { LiveTopic } from '../contract.ts'

/** Something changed at one locker bank of one property, or for the whole organisation (null): open screens request the topic again. */
export type Change = {
  readonly organisationId: string
  readonly propertyId: string | null
  readonly lockerBankId: string | null
  readonly topic: LiveTopic
  /** The locker of `opening` and `opened`. */
  readonly lockerId?: string
}
export type LiveNotice = Notice<Change>
/** Notifies the open screens of every node. */
export type Live = {
  /** To be called after the commit; the same change within 50 ms is sent once. Never waits, never throws. */
  changed(change: Change): void
}
export type LiveFeed = Live & Pick<Notifications<Change>, 'subscribe' | 'stop'>

/** Opens the live notifications over the database's NOTIFY; the caller stops them. */
export function createLive(pool: pg.Pool, log: { warn(detail: object, text: string): void }): LiveFeed {
  const { publish, ...notifications } = createNotifications<Change>(pool, log, {
    channel: 'live',
    keyOf: ({ organisationId, lockerBankId, topic, lockerId = '' }) => `${lockerBankId ?? organisationId} ${topic} ${lockerId}`,
  })
  return { ...notifications, changed: publish }
}
