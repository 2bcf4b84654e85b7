import { sql } from 'kysely'
import { type Database, type Db, type Tenant, withAsyncCommit } from '#platform/server/postgres/db.ts'

/** Bytes of a piece of a file as it is kept. */
export const PIECE_BYTES = 262_144

type ImportKey = { readonly organisationId: string; readonly importId: string }

/** Adds a piece to a file; the first has position 0. Whoever commits after it has kept it, too. */
export async function addPiece(db: Db, { organisationId, importId }: ImportKey, position: number, bytes: Buffer): Promise<void> {
  await withAsyncCommit(db)
  await db.insertInto('import_files').values({ organisation_id: organisationId, import_id: importId, position, bytes }).execute()
}

/** Bytes of a file that are kept: a crash of the database may have taken pieces back for which nobody waited. */
export async function bytesKept(db: Db, importId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom('import_files')
    .select(sql<number>`coalesce(sum(octet_length(bytes)), 0)`.as('bytes'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return bytes
}

/** A file from its beginning, a piece at a time, each read in a transaction of its own while the one before is taken. */
export async function* piecesOf(database: Database, tenant: Tenant, importId: string): AsyncGenerator<Buffer> {
  const read = (position: number) => {
    const piece = database.readInTenant(tenant, (db) =>
      db
        .selectFrom('import_files')
        .select('bytes')
        .where('import_id', '=', importId)
        .where('position', '=', position)
        .executeTakeFirst(),
    )
    // Told to whoever waits for it.
    piece.catch(() => {})
    return piece
  }
  let next = read(0)
  for (let position = 1; ; position += 1) {
    const piece = await next
    if (!piece) return
    next = read(position)
    yield piece.bytes
  }
}

export const isKept = async (db: Db, importId: string): Promise<boolean> =>
  (await db.selectFrom('import_files').select('position').where('import_id', '=', importId).limit(1).executeTakeFirst()) !==
  undefined

export const removeFile = (db: Db, importId: string) => db.deleteFrom('import_files').where('import_id', '=', importId).execute()
