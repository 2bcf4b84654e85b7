import { sql } from 'kysely'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import { namedPackagesOf } from '#features/packages/server/api.ts'
import type { PersonalData } from '#platform/server/feature.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Erases the proofs of a resident's packages, and who collected them. */
export const handOverPersonalData: PersonalData = {
  async erase({ db }, { id }) {
    await db
      .updateTable('hand_overs')
      .set({ collected_by: '', proof_kind: null, proof: null })
      .where((eb) => {
        const packages = eb.selectFrom('hand_over_packages').select('hand_over_id')
        return eb.or([
          eb('resident_id', '=', id),
          eb(
            'id',
            'in',
            packages.where((one) => one('package_id', '=', one.fn.any(namedPackagesOf(id)))),
          ),
        ])
      })
      .execute()
  },
}

/** Deletes the proofs of hand-overs of long ago. */
export async function purgeProofs(db: Db, now: Date): Promise<void> {
  const before = sql<string>`${now}::timestamptz - ${PICTURES_KEPT_DAYS}::int * interval '1 day'`
  const old = db.updateTable('hand_overs').where('proof', 'is not', null).where('at', '<', before)
  await old.set({ proof_kind: null, proof: null }).execute()
}
