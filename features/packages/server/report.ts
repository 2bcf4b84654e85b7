import type { Change } from '#features/live/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Told what changed, inside the transaction: whoever listens must not hear of it before the commit. */
export type Report = (change: Change) => void

type Lying = {
  readonly organisationId: string
  readonly propertyId: string
  readonly lockerBankId: string | null
  readonly mailroomId: string | null
}

/** Reports every locker bank whose numbers these places belong to: the bank itself, or those that a mailroom is the default of. */
export async function reportPlaces(db: Db, places: readonly Lying[], report: Report): Promise<void> {
  const banks = new Map<string, Lying>()
  for (const place of places) if (place.lockerBankId) banks.set(place.lockerBankId, place)
  const mailrooms = [...new Set(places.flatMap(({ mailroomId }) => mailroomId ?? []))]
  for (const bank of mailrooms.length ? await banksOfMailrooms(db, mailrooms) : []) banks.set(bank.lockerBankId, bank)
  for (const [lockerBankId, { organisationId, propertyId }] of banks)
    report({ organisationId, propertyId, lockerBankId, topic: 'packages' })
}

async function banksOfMailrooms(db: Db, mailroomIds: string[]) {
  const rows = await db
    .selectFrom('mailrooms as m')
    .innerJoin('locker_banks as b', (join) =>
      join.onRef('b.building_id', '=', 'm.building_id').onRef('b.mailroom_id', '=', 'm.id'),
    )
    .select(['b.organisation_id', 'b.property_id', 'b.id'])
    .where((eb) => eb('m.id', '=', eb.fn.any(eb.val(mailroomIds))))
    .execute()
  return rows.map((row) => ({
    organisationId: row.organisation_id,
    propertyId: row.property_id,
    lockerBankId: row.id,
    mailroomId: null,
  }))
}
