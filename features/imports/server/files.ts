import type { Database, Db, Tenant } from '#platform/server/db.ts'

/** Bytes of a piece of a file as it is kept. */
export const PIECE_BYTES = 262_144

type Which = { readonly organisationId: string; readonly importId: string }

/** Adds a piece to a file; the first has position 0. */
export const addPiece = (db: Db, { organisationId, importId }: Which, position: number, bytes: Buffer) =>
  db.insertInto('import_files').values({ organisation_id: organisationId, import_id: importId, position, bytes }).execute()

/** A file from its beginning, a piece at a time, each read in a transaction of its own. */
export async function* piecesOf(database: Database, tenant: Tenant, importId: string): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
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
