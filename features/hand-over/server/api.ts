import { sql } from 'kysely'
import type { Db } from '#platform/server/postgres/db.ts'

/** Erases the proofs of a resident's packages, and who collected them. */
export async function eraseHandOvers(db: Db, residentId: string): Promise<void> {
  await db
    .updateTable('hand_overs')
    .set({ collected_by: '', proof_kind: null, proof: null })
    .where((eb) =>
      eb.or([
        eb('resident_id', '=', residentId),
        eb(
          'id',
          'in',
          sql<string>`(select h.hand_over_id from hand_over_packages h join package_labels l on l.organisation_id = h.organisation_id
            and l.package_id = h.package_id where l.resident_id = ${residentId})`,
        ),
      ]),
    )
    .execute()
}
