import { sql } from 'kysely'
import type { Db } from '#platform/server/postgres/db.ts'
import { Id } from '#platform/wire.ts'

type StoredEvent = { readonly Kind: string; readonly ResidentId?: unknown }

/** What a drop-off tells of its recipient besides the id. */
const NOTHING_PERSONAL = { RecipientName: '', UnitNumber: '' } as const

/**
 * An event as it may be kept: a drop-off for a resident who was erased before it was told names nobody, wherever they lived by
 * then. Whoever erases, moves or deletes its resident waits until the transaction ends, and then finds what became of it.
 */
export async function withoutErased<E extends StoredEvent>(db: Db, event: E): Promise<E> {
  const residentId = event.Kind === 'dropped-off' ? Id.safeParse(event.ResidentId).data : undefined
  if (!residentId) return event
  const { rows } = await sql<{ is_erased: boolean }>`select is_resident_erased(${residentId}) as is_erased`.execute(db)
  return rows[0]?.is_erased ? { ...event, ...NOTHING_PERSONAL } : event
}
