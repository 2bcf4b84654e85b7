import { createHash } from 'node:crypto'
import { expressionBuilder } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { t as shared } from '#platform/messages.ts'
import { t } from '../messages.ts'
import type { Database, Db } from '../postgres/db.ts'
import type { Caller } from './caller.ts'
import { asRefusal, badInput, conflict, mayHaveBeenDone, Refusal } from './refusal.ts'

/** Hours for which a repeated key returns the first reply (decisions "Wire"). */
export const KEY_HOURS = 24
const MAX_KEY_LENGTH = 200
/** Longer than any operation, in ms: a key without a reply by then belongs to an interrupted operation. */
export const MAX_DURATION_MS = 120_000

export type Key = {
  readonly organisation_id: string
  readonly user_id: string
  readonly operation: string
  readonly key: string
  readonly request_hash: Buffer
}

/** The idempotency key of a request, or null if it has none. */
export function idempotencyKeyOf(
  header: string | string[] | undefined,
  caller: Caller,
  operation: string,
  request: unknown,
): Key | null {
  if (header === undefined || caller.kind === 'anonymous' || caller.kind === 'ticket') return null
  if (Array.isArray(header) || !header || header.length > MAX_KEY_LENGTH) throw badInput(shared('MsgBadInput'), 'Idempotency-Key')
  const request_hash = createHash('sha256').update(JSON.stringify(request)).digest()
  return { organisation_id: caller.tenant.organisationId, user_id: caller.id, operation, key: header, request_hash }
}

/** Claims the key. Returns the stored reply of an earlier request, or undefined if this request claimed it. */
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
  // JSON null is a stored reply, SQL null is none.
  if (first.is_unanswered) {
    const wasInterrupted = Date.now() - Date.parse(first.created_at) > MAX_DURATION_MS
    throw conflict(t(wasInterrupted ? 'MsgKeyBrokeOff' : 'MsgKeyInProgress'))
  }
  if (!first.request_hash.equals(request_hash)) throw new Refusal(422, t('MsgKeyUsedForAnother'))
  return { reply: first.reply }
}

async function storeReply(db: Db, { request_hash: _, ...name }: Key, reply: unknown) {
  await db
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply ?? null) })
    .where(matching(name))
    .execute()
}

/** Claims the key, runs `work` and stores its reply in one transaction, so that a refusal also rolls back the claim. */
export async function once<T>(db: Db, key: Key | null, work: () => Promise<T>): Promise<T> {
  if (!key) return work()
  const before = await claim(db, key)
  if (before) return before.reply as T
  const reply = await work()
  await storeReply(db, key, reply)
  return reply
}

/** The same in three short transactions, for work that waits for something external and must not hold one. */
export async function onceWithoutTransaction<T>(
  database: Database,
  caller: Caller,
  key: Key | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!key) return work()
  const before = await database.inTenant(caller.tenant, (db) => claim(db, key))
  if (before) return before.reply as T
  const { request_hash: _, ...name } = key
  const release = () =>
    database.inTenant(caller.tenant, (db) => db.deleteFrom('idempotency_keys').where(matching(name)).execute()).catch(() => {})
  const reply = await work().catch(async (error) => {
    // A database that does not respond would delay this reply twice.
    const released = mayHaveBeenDone(error) ? undefined : release()
    if (asRefusal(error)?.status !== 503) await released
    throw error
  })
  // The work is done: if storing fails the claim stays, so that the key runs nothing twice.
  await database.inTenant(caller.tenant, (db) => storeReply(db, key, reply))
  return reply
}

type Name = Omit<Key, 'request_hash'>
const matching = (name: Name) => expressionBuilder<Tables, 'idempotency_keys'>().and(name)

/** Deletes the expired keys of an organisation. */
export async function purgeIdempotencyKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', new Date(now.getTime() - KEY_HOURS * 3_600_000).toISOString())
    .execute()
}
