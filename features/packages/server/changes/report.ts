import type { Change } from '#features/live/server/api.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Called inside the transaction with each change; it must publish only after the commit. */
export type Report = (change: Change) => void

type Place = {
  readonly organisationId: string
  readonly propertyId: string
  readonly lockerBankId: string | null
  readonly mailroomId: string | null
}

/** Reports the locker banks whose numbers these places affect: the bank itself, or those with this default mailroom. */
export async function reportPlaces(db: Db, places: readonly Place[], report: Report): Promise<void> {
  const banks = new Map<string, Place>()
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
