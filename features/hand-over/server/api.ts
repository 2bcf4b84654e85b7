import { sql } from 'kysely'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'

/** Erases the proofs of a resident's packages, and who collected them. `packageIds`: packages with the resident's name. */
export async function eraseHandOvers(db: Db, residentId: string, packageIds: readonly string[]): Promise<void> {
  await db
    .updateTable('hand_overs')
    .set({ collected_by: '', proof_kind: null, proof: null })
    .where((eb) =>
      eb.or([
        eb('resident_id', '=', residentId),
        eb('id', 'in', eb.selectFrom('hand_over_packages').select('hand_over_id').where('package_id', '=', anyOf(packageIds))),
      ]),
    )
    .execute()
}

/** Deletes the proofs of hand-overs of long ago. */
export async function purgeProofs(db: Db, now: Date): Promise<void> {
  const before = sql<string>`${now}::timestamptz - ${PICTURES_KEPT_DAYS}::int * interval '1 day'`
  const old = db.updateTable('hand_overs').where('proof', 'is not', null).where('at', '<', before)
  await old.set({ proof_kind: null, proof: null }).execute()
}
