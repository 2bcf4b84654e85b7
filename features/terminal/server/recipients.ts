import { sql } from 'kysely'
import { foldText } from '#platform/fold-text.ts'
import { readingsOfLabel } from '#platform/label-text.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { escapeLike } from '#platform/server/postgres/sql-helpers.ts'
import { isUnit } from '#platform/server/postgres/text-search.ts'
import { wordsOf } from '#platform/wire.ts'
import type { Recipient } from '../contract.ts'
import { t } from '../messages.ts'

/** An agent looks up one recipient and does not browse. */
const MAX_RECIPIENTS = 20
const MIN_NAME = 2

type Sought = { readonly UnitNumber?: string; readonly Name?: string }

/**
 * Active residents of the terminal's property with this unit in any spelling, or a first, last or full name that begins with `Name`.
 * Where there is none, the name is read as a label (`readingsOfLabel`).
 */
export async function findRecipients(db: Db, { UnitNumber, Name }: Sought): Promise<Recipient[]> {
  refuseIf(UnitNumber || (Name && Name.length >= MIN_NAME) ? null : t('MsgRecipientNeeded'))
  const texts = Name ? [Name, ...readingsOfLabel(Name)] : [undefined]
  for (const text of texts) {
    const found = await recipientsOf(db, { ...(UnitNumber && { UnitNumber }), ...(text && { Name: text }) })
    if (found.length > 0) return found
  }
  return []
}

async function recipientsOf(db: Db, { UnitNumber, Name }: Sought): Promise<Recipient[]> {
  let query = db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'is_disabled'])
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
  if (UnitNumber)
    query = query.where(isUnit('unit_key', UnitNumber)).orderBy(sql`lower(unit_number) = ${UnitNumber.toLowerCase()}`, 'desc')
  if (Name) {
    // "Lee, Ann" is one who begins so by the last name. Hyphens alone are no beginning of a name.
    const names = Name.split('|').map((name) => foldText(wordsOf(name).join(' ')))
    const beginnings = names.filter((name) => name !== '')
    if (beginnings.length === 0) return []
    const begins = (column: string) =>
      beginnings.map((name) => sql<boolean>`fold_text(${sql.ref(column)}) like ${`${escapeLike(name)}%`}`)
    query = query.where((eb) => eb.or(['by_last_name', 'first_name', 'full_name'].flatMap(begins)))
  }
  const rows = await query.orderBy('full_name').orderBy('id').limit(MAX_RECIPIENTS).execute()
  return rows.map((row) => ({
    ResidentId: row.id,
    Name: row.full_name,
    UnitNumber: row.unit_number,
    IsDisabled: row.is_disabled,
  }))
}
