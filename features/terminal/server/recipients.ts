import { sql } from 'kysely'
import { foldText } from '#platform/fold-text.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { escapeLike } from '#platform/server/postgres/sql-helpers.ts'
import { isUnit } from '#platform/server/postgres/text-search.ts'
import type { Recipient } from '../contract.ts'
import { t } from '../messages.ts'

/** An agent looks up one recipient and does not browse. */
const MAX_RECIPIENTS = 20
const MIN_NAME = 2

/** Active residents of the terminal's property with this unit in any spelling, or a first, last or full name that begins with `Name`. */
export async function findRecipients(db: Db, { UnitNumber, Name }: { UnitNumber?: string; Name?: string }): Promise<Recipient[]> {
  refuseIf(UnitNumber || (Name && Name.length >= MIN_NAME) ? null : t('MsgRecipientNeeded'))
  let query = db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'is_disabled'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
  if (UnitNumber)
    query = query.where(isUnit('unit_key', UnitNumber)).orderBy(sql`lower(unit_number) = ${UnitNumber.toLowerCase()}`, 'desc')
  if (Name) {
    const folded = foldText(Name)
    const begins = (column: string) => sql<boolean>`fold_text(${sql.ref(column)}) like ${`${escapeLike(folded)}%`}`
    // Hyphens alone are no beginning of a name.
    if (folded.trim() === '') return []
    query = query.where((eb) => eb.or(['last_name', 'first_name', 'full_name'].map(begins)))
  }
  const rows = await query.orderBy('full_name').orderBy('id').limit(MAX_RECIPIENTS).execute()
  return rows.map((row) => ({
    ResidentId: row.id,
    Name: row.full_name,
    UnitNumber: row.unit_number,
    IsDisabled: row.is_disabled,
  }))
}
