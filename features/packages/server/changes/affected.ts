import type { Change } from '#features/live/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'

type Place = {
  readonly organisationId: string
  readonly propertyId: string
  readonly lockerBankId: string | null
  readonly mailroomId: string | null
}

/**
 * The locker banks whose numbers these places affect, each once: the bank itself, or those with this default mailroom. The caller
 * publishes them after the commit.
 */
export async function affectedBanks(db: Db, places: readonly Place[]): Promise<Change[]> {
  const banks = new Map<string, Place>()
  for (const place of places) if (place.lockerBankId) banks.set(place.lockerBankId, place)
  const mailrooms = [...new Set(places.flatMap(({ mailroomId }) => mailroomId ?? []))]
  for (const bank of mailrooms.length ? await banksOfMailrooms(db, mailrooms) : []) banks.set(bank.lockerBankId, bank)
  return [...banks].map(([lockerBankId, { organisationId, propertyId }]) => ({
    organisationId,
    propertyId,
    lockerBankId,
    topic: 'packages',
  }))
}

async function banksOfMailrooms(db: Db, mailroomIds: string[]) {
  const rows = await db
    .selectFrom('mailrooms as m')
    .innerJoin('locker_banks as b', (join) =>
      join.onRef('b.building_id', '=', 'm.building_id').onRef('b.mailroom_id', '=', 'm.id'),
    )
    .select(['b.organisation_id', 'b.property_id', 'b.id'])
    .where('m.id', '=', anyOf(mailroomIds))
    .execute()
  return rows.map((row) => ({
    organisationId: row.organisation_id,
    propertyId: row.property_id,
    lockerBankId: row.id,
    mailroomId: null,
  }))
}
