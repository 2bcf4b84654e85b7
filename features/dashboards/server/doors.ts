import { sql } from 'kysely'
import { withoutPlaceWords } from '#platform/fold-text.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { type Db, executePlanned } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { beginsWord, everyWord, matchesWord, searchTextOf } from '#platform/server/postgres/text-search.ts'
import { wordsOf } from '#platform/wire.ts'
import { type dashboards, MAX_DOORS } from '../contract.ts'

type Doors = ReplyOf<typeof dashboards.findDoors>

/**
 * The first doors of which a word of their name begins with one of the words, and name, bank, building or property has the others.
 * A door whose name is a word is before those whose name only begins so. Where there are none, "L1 Bldg A" finds those of A.
 */
export async function findDoors(db: Db, text: string): Promise<Doors> {
  const found = await doorsWith(db, text)
  const place = withoutPlaceWords(text)
  return found.length > 0 || place === undefined ? found : doorsWith(db, place)
}

async function doorsWith(db: Db, text: string): Promise<Doors> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const isDoor = (word: string) => beginsWord(sql.ref('l.search_text'), word)
  const isBank = (word: string) => matchesWord(sql.ref('b.text'), word)
  // Words of a bank are compared once a bank, not once a door.
  return executePlanned<Doors[number]>(
    db,
    sql`with banks as materialized (
      select b.id, b.name, u.name as building, ${searchTextOf('b.name', 'b.code', 'u.name', 'p.name')} as text
      from locker_banks b join buildings u on u.id = b.building_id join properties p on p.id = b.property_id
      where b.deleted_at is null
    )
    select l.id as "LockerId", l.name as "LockerName", b.id as "LockerBankId", b.name as "LockerBankName", b.building as "BuildingName"
    from lockers l join banks b on b.id = l.locker_bank_id
    where l.locker_type = 'locker' and (${sql.join(words.map(isDoor), sql` or `)})
      and ${everyWord(text, (word) => sql<boolean>`(${isDoor(word)} or ${isBank(word)})`)}
    order by l.search_text = any(array[${sql.join(words.map((word) => sql`fold_text(${` ${word}`})`))}]) desc,
      ${naturalOrder('b.name')}, ${naturalOrder('l.name')}, l.id
    limit ${sql.lit(MAX_DOORS)}`,
  )
}
