import { sql } from 'kysely'
import { packMessage } from '#platform/define-messages.ts'
import type { Erased, Erasing, PersonalData } from '#platform/server/feature.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'

/** Lines of one statement: those of a request must be short (decisions "Frozen database"). */
const LINES_AT_ONCE = 20_000

/** Deletes lines of these imports; returns whether there may be more. */
async function deleteSomeLines(db: Db, importIds: readonly string[]): Promise<boolean> {
  const some = sql`select ctid from import_rows where import_id = ${anyOf(importIds)} limit ${LINES_AT_ONCE}`
  const { numAffectedRows = 0n } = await sql`delete from import_rows where ctid in (${some})`.execute(db)
  return numAffectedRows === BigInt(LINES_AT_ONCE)
}

/** Deletes imports with their lines and files. */
export async function deleteImports(db: Db, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return
  while (await deleteSomeLines(db, importIds));
  await db.deleteFrom('import_jobs').where('id', '=', anyOf(importIds)).execute()
}

const DISCARD_QUEUE = 'discarded-imports'

/**
 * Removes a resident from imports that are not applied. Files that wait or are being checked are discarded, because a refused
 * line or an unread file may describe the resident; one that is being applied loses the file and the line. Reports contain ids
 * only. Discarded lines cannot be read any more, and a job deletes them: there may be millions.
 */
async function eraseFromImports({ db, tenant, sendJob }: Erasing, { id: residentId }: Erased): Promise<void> {
  // What was discarded before is neither checked nor has a file.
  const discarded = await db
    .updateTable('import_jobs as j')
    .set({
      ...UNCHECKED,
      status: 'Failed',
      failure: packMessage(t('MsgNamesErased')),
      run_id: null,
      headings: [],
      fields: [],
      layout: '{}',
      found: '{}',
    })
    .where('j.status', 'in', ['Checking', 'Ready', 'Failed'])
    .where((eb) => eb.or([eb('j.checked_at', 'is not', null), HAS_FILE]))
    .returning('j.id')
    .execute()
  await db
    .updateTable('import_rows')
    .set({ values: null })
    .where('import_id', 'in', (eb) => eb.selectFrom('import_jobs').select('id').where('status', '=', 'Applying'))
    .where('resident_id', '=', residentId)
    .execute()
  await db.updateTable('import_jobs').set({ layout: '{}', found: '{}' }).where('status', '=', 'Applying').execute()
  await db.deleteFrom('import_files').execute()
  if (discarded.length > 0) await sendJob(db, DISCARD_QUEUE, { organisationId: tenant.organisationId, id: residentId })
}

export const importsPersonalData: PersonalData = { erase: eraseFromImports }

const HAS_FILE = sql<boolean>`exists (select from import_files f where f.import_id = j.id)`
const UNCHECKED = {
  checked_at: null,
  lines: 0,
  new_lines: 0,
  changed_lines: 0,
  unchanged_lines: 0,
  refused_lines: 0,
  left_out_lines: 0,
  warned_lines: 0,
} as const

/** Deletes the lines of an organisation's discarded imports. */
export const discardQueue = ({ database }: { readonly database: Database }): Queue => ({
  name: DISCARD_QUEUE,
  retries: 10,
  retryAfter: 5,
  isLong: true,
  run: async ({ organisationId }, signal) => {
    const tenant = wholeOrganisation(organisationId)
    // Without its file an import is not checked again.
    const discarded = await database.readInTenant(tenant, (db) =>
      db
        .selectFrom('import_jobs as j')
        .select('j.id')
        .where('j.status', '=', 'Failed')
        .where('j.checked_at', 'is', null)
        .where((eb) => eb.not(HAS_FILE))
        .execute(),
    )
    const ids = discarded.map(({ id }) => id)
    while (await database.inTenant(tenant, (db) => deleteSomeLines(db, ids))) signal?.throwIfAborted()
  },
})
