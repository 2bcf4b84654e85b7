import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import { changeOf, lockNames, refuseStale, removeEach, saved } from './entities.ts'
import type { TransactionContext } from './http/route.ts'
import { type AuditDetail, readChanges } from './postgres/audit.ts'
import type { Db } from './postgres/db.ts'
import type { Opened, recordStore } from './record-store.ts'

// Each function is a part of a handler; a kind of record with something of its own uses some of them and writes the rest.

type Store<Row, Draft> = Omit<ReturnType<typeof recordStore<never, Row, Draft>>, 'table'> & { readonly table: string }
type Version = { readonly Version?: string | null | undefined }

/** The changes of a record, latest first; 404 for one that the tenant does not see. */
export async function recordChanges(db: Db, store: Pick<Store<unknown, never>, 'read'>, id: string) {
  await store.read(db, id)
  return readChanges(db, id)
}

/**
 * Locks the names of the kind and the record that a save changes, or takes a new id. Refuses (404) a record that the tenant does not
 * see, and (409) a version that is no longer the record's.
 */
export async function openRecord<Row>(
  context: Pick<TransactionContext, 'db' | 'tenant'> & { readonly input: Version & { readonly Id?: string | undefined } },
  store: Store<Row, never>,
): Promise<Opened<Row>> {
  await lockNames(context.db, context.tenant, store.table)
  return lockedRecord(context, store)
}

/** The same without the names, for what locks them and something else first. */
export async function lockedRecord<Row>(
  { db, input }: Pick<TransactionContext, 'db'> & { readonly input: Version & { readonly Id?: string | undefined } },
  { readLocked }: Pick<Store<Row, never>, 'readLocked'>,
): Promise<Opened<Row>> {
  if (!input.Id) return { id: newId(), before: null }
  const before = await readLocked(db, input.Id)
  refuseStale(before, input)
  return { id: input.Id, before }
}

/**
 * Writes a record that `openRecord` has locked, with an entry of the audit trail, and returns the reply.
 * @param detail what the entry keeps of the change; the saved values and the previous ones by default
 */
export async function saveRecord<Draft extends Readonly<Record<string, unknown>>>(
  { db, tenant, audit }: Pick<TransactionContext, 'db' | 'tenant' | 'audit'>,
  store: Pick<Store<unknown, Draft>, 'word' | 'write'>,
  record: Opened<object>,
  { values, message, detail = changeOf(record.before, values) }: { values: Draft; message: Message; detail?: AuditDetail },
) {
  await store.write(db, tenant, record, values)
  await audit(record.before ? `${store.word} changed` : `${store.word} created`, record.id, detail)
  return saved(message, record.id)
}

type Named = { readonly id: string; readonly name: string }
type Removal = {
  /** As of `removeEach`; without it every record may be deleted. */
  readonly whyNot?: (ids: readonly string[]) => Promise<(row: Named) => Message | null>
  /** The message of the reply, for the number of deleted records. */
  readonly message?: (count: number) => Message
}

/** Deletes the records of a list row by row as `removeEach` does, each with an entry of the audit trail, and returns the reply. */
export async function removeRecords(
  { db, input, now, auditEach }: Pick<TransactionContext, 'db' | 'auditEach'> & { input: readonly string[]; now: Date },
  store: Pick<Store<unknown, never>, 'word' | 'lock' | 'hide'>,
  { whyNot = async () => () => null, message = (count) => label('MsgCountDeleted', { count }) }: Removal = {},
) {
  const { removed, reply } = await removeEach(input, {
    lock: (ids) => store.lock(db, ids),
    whyNot,
    remove: (ids) => store.hide(db, ids, now),
  })
  await auditEach(
    `${store.word} deleted`,
    removed.map(({ id, name }) => ({ id, detail: { name } })),
  )
  return { Message: message(removed.length), ...reply }
}
