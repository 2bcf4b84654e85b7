import { sql } from 'kysely'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { FILE_FIELD } from '../contract.ts'
import { whyNotStore } from '../rules.ts'

const PIECE_BYTES = 262_144
/** A request is received within 30 s; a reservation that is older belongs to a node that was killed. */
const RESERVED_FOR = sql<string>`now() - interval '2 minutes'`

/**
 * Reserves `size` bytes of the organisation's quota for an upload, or changes its reservation. Uploads of an organisation take turns
 * here, on all nodes, until the transaction ends. Refuses above the quota (decisions "Resident import").
 */
export async function reserve(db: Db, { organisationId, id, size }: Upload): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import uploads of ${organisationId}`}, 0))`.execute(db)
  await db
    .deleteFrom('import_uploads')
    .where((eb) => eb.or([eb('id', '=', id), eb('created_at', '<', RESERVED_FOR)]))
    .execute()
  const { files, bytes } = await db
    .selectFrom(
      db
        .selectFrom('import_uploads')
        .select(['id', 'bytes'])
        .unionAll(db.selectFrom('import_files').select(['import_id as id', sql<number>`octet_length(bytes)`.as('bytes')]))
        .as('waiting'),
    )
    .select([
      sql<number>`count(distinct waiting.id)`.as('files'),
      sql<number>`coalesce(sum(waiting.bytes), 0)::bigint`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  refuseIf(whyNotStore({ files, bytes }, size), FILE_FIELD)
  await db.insertInto('import_uploads').values({ organisation_id: organisationId, id, bytes: size }).execute()
}
type Upload = { readonly organisationId: string; readonly id: string; readonly size: number }

export const release = (db: Db, id: string) => db.deleteFrom('import_uploads').where('id', '=', id).execute()

/** Stores a file in pieces, in the transaction of its import. */
export async function storeFile(db: Db, organisationId: string, importId: string, file: Buffer): Promise<void> {
  for (let at = 0; at < file.length; at += PIECE_BYTES)
    await db
      .insertInto('import_files')
      .values({
        organisation_id: organisationId,
        import_id: importId,
        position: at / PIECE_BYTES,
        bytes: file.subarray(at, at + PIECE_BYTES),
      })
      .execute()
}

/** The pieces of a file, each read in a transaction of its own; `most`: the first ones only. */
export async function* piecesOf(
  database: Database,
  tenant: Tenant,
  importId: string,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  for (let position = 0; position < most; position += 1) {
    const piece = await database.readInTenant(tenant, (db) =>
      db
        .selectFrom('import_files')
        .select('bytes')
        .where('import_id', '=', importId)
        .where('position', '=', position)
        .executeTakeFirst(),
    )
    if (!piece) return
    yield piece.bytes
  }
}

export const isKept = async (db: Db, importId: string): Promise<boolean> =>
  (await db.selectFrom('import_files').select('position').where('import_id', '=', importId).limit(1).executeTakeFirst()) !==
  undefined

export const removeFile = (db: Db, importId: string) => db.deleteFrom('import_files').where('import_id', '=', importId).execute()
