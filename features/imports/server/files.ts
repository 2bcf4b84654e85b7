import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'

const PIECE_BYTES = 262_144

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

/** The pieces of a file, each read in a transaction of its own. */
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
