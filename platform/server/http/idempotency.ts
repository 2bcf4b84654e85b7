import { createHash } from 'node:crypto'
import { t } from '#platform/messages.ts'
import type { Database, Db } from '../postgres/db.ts'
import type { Caller } from './caller.ts'
import { badInput, conflict, Refusal } from './refusal.ts'

/** Hours for which a key answers as the first time (decisions "Wire"). */
export const KEY_HOURS = 24
const MAX_KEY_LENGTH = 200
/** No operation takes as long as this, in ms: one that has not told its reply by then broke off, and nobody knows where. */
export const LONGEST_MS = 120_000

export type Key = {
  readonly organisation_id: string
  readonly user_id: string
  readonly operation: string
  readonly key: string
  readonly request_hash: Buffer
}

/** The request's idempotency key, or null when it sends none. */
export function idempotencyKeyOf(
  header: string | string[] | undefined,
  caller: Caller,
  operation: string,
  request: unknown,
): Key | null {
  if (header === undefined || caller.kind === 'nobody' || caller.kind === 'ticket') return null
  if (Array.isArray(header) || !header || header.length > MAX_KEY_LENGTH) throw badInput(t('MsgBadInput'), 'Idempotency-Key')
  const request_hash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { organisation_id: caller.tenant.organisationId, user_id: caller.id, operation, key: header, request_hash }
}

/** Claims the key. The stored reply when the request was answered before, undefined when it is ours to carry out. */
export async function claim(db: Db, key: Key): Promise<{ reply: unknown } | undefined> {
  const { request_hash, ...name } = key
  const since = new Date(Date.now() - KEY_HOURS * 3_600_000).toISOString()
  const [, claimed] = await Promise.all([
    db.deleteFrom('idempotency_keys').where(matching(name)).where('created_at', '<', since).execute(),
    db
      .insertInto('idempotency_keys')
      .values(key)
      .onConflict((c) => c.doNothing())
      .executeTakeFirst(),
  ])
  if (claimed.numInsertedOrUpdatedRows) return undefined
  const first = await db
    .selectFrom('idempotency_keys')
    .select((eb) => ['request_hash', 'reply', 'created_at', eb('reply', 'is', null).as('is_unanswered')])
    .where(matching(name))
    .executeTakeFirst()
  if (!first) throw conflict(t('MsgKeyInProgress'))
  // A stored reply of JSON's own null is an answer.
  if (first.is_unanswered) {
    const hasBrokenOff = Date.now() - Date.parse(first.created_at) > LONGEST_MS
    throw conflict(t(hasBrokenOff ? 'MsgKeyBrokeOff' : 'MsgKeyInProgress'))
  }
  if (!first.request_hash.equals(request_hash)) throw new Refusal(422, t('MsgKeyUsedForAnother'))
  return { reply: first.reply }
}

async function keepReply(db: Db, { request_hash: _, ...name }: Key, reply: unknown) {
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply ?? null) })
    .where(matching(name))
    .execute()
}

/** Claims, carries out and keeps the reply in one transaction: a refusal takes the claim back with everything else. */
export async function once<T>(db: Db, key: Key | null, work: () => Promise<T>): Promise<T> {
  if (!key) return work()
  const before = await claim(db, key)
  if (before) return before.reply as T
  const reply = await work()
  await keepReply(db, key, reply)
  return reply
}

/** The same for work that waits for something outside and so must not hold a transaction: three short ones. */
export async function onceWithoutTransaction<T>(
  database: Database,
  caller: Caller,
  key: Key | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!key) return work()
  const before = await database.inTenant(caller.tenant, (db) => claim(db, key))
  if (before) return before.reply as T
  const reply = await work().catch(async (error) => {
    const { request_hash: _, ...name } = key
    await database
      .inTenant(caller.tenant, (db) => db.deleteFrom('idempotency_keys').where(matching(name)).execute())
      .catch(() => {})
    throw error
  })
  // Beyond this point it is done: whatever fails now, the claim stays, so that the key does nothing twice.
  await database.inTenant(caller.tenant, (db) => keepReply(db, key, reply))
  return reply
}

type Name = Omit<Key, 'request_hash'>
// biome-ignore lint/suspicious/noExplicitAny: one predicate for select, update and delete builders
const matching = (name: Name) => (eb: any) => eb.and(name)

/** Forgets the keys of an organisation whose time has passed. */
export async function purgeIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEY_HOURS * 3_600_000).toISOString())
    .execute()
}
