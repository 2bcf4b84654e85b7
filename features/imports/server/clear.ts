import type { Db } from '#platform/server/postgres/db.ts'

/** Takes everything away that was put down for imports. */
export async function clearStaged(db: Db, importIds: readonly string[]): Promise<void> {
  for (const table of ['import_values', 'import_rows', 'import_properties'] as const)
    await db.deleteFrom(table).where('import_id', 'in', importIds).execute()
}

/** Deletes imports with everything of theirs. */
export async function deleteImports(db: Db, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return
  await clearStaged(db, importIds)
  await db.deleteFrom('import_jobs').where('id', 'in', importIds).execute()
}
