import { sql } from 'kysely'
import type { z } from 'zod'
import { auditKind } from '#platform/audit.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { type AuditLineRow, actionWords, personOf } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { PageOfIds } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { startOfDay } from '#platform/time-zone.ts'
import type { AuditFilters, AuditRow } from '../contract.ts'
import { t } from '../messages.ts'
import type { RecordNames } from './names.ts'

/** The time zone of the organisation, whose days the filters have. */
export const zoneOf = async (db: Db): Promise<string> =>
  (await db.selectFrom('organisations').select('time_zone').executeTakeFirstOrThrow()).time_zone

/** The entries of the filters; each filter has an index that continues with the time. */
export function matching(db: Db, timeZone: string, { ActorId, SubjectId, Action, SubjectKind, FromDay, UntilDay }: AuditFilters) {
  let entries = db.selectFrom('audit as a')
  if (ActorId) entries = entries.where('a.actor_id', '=', ActorId)
  if (SubjectId) entries = entries.where('a.subject_id', '=', SubjectId)
  if (Action) entries = entries.where('a.action', '=', Action)
  if (SubjectKind) entries = entries.where('a.kind', '=', SubjectKind)
  if (FromDay) entries = entries.where('a.at', '>=', startOfDay(FromDay, timeZone))
  if (UntilDay) entries = entries.where('a.at', '<', startOfDay(UntilDay, timeZone, 1))
  return entries
}

const COLUMNS = [
  'a.id',
  'a.at',
  'a.action',
  'a.kind',
  'a.actor_id',
  'a.actor_name',
  'a.subject_id',
  'a.address',
  'a.client',
] as const
/** What the list and an entry show beside the columns. */
const shownWith = ({ subject }: RecordNames) => [
  personOf('a.actor_id').as('actor_kind'),
  subject.as('subject_name'),
  sql<string | null>`a.detail ->> 'lockerBankId'`.as('locker_bank_id'),
]

type Row = AuditLineRow & { id: string; kind: string | null; subject_id: string | null; subject_name: string | null } & {
  locker_bank_id: string | null
  address: string | null
  client: string | null
}

/** What a row of the list shows. */
export const details = (names: RecordNames) => (page: PageOfIds) =>
  page.innerJoin('audit as a', 'a.id', 'page.sort_id').select(COLUMNS).select(shownWith(names))

export const readEntry = (db: Db, id: string, names: RecordNames) =>
  db.selectFrom('audit as a').select(COLUMNS).select(shownWith(names)).select('a.detail').where('a.id', '=', id)

/** The name of a kind of record; null for none, or for one of an older version. */
export const kindName = (kind: string | null): Message | null => (kind && auditKind(kind)) || null

export const rowOf = (row: Row): z.input<typeof AuditRow> => {
  const { Actor, Action, At, UserName } = actionWords(row)
  return {
    Id: row.id,
    At,
    UserName,
    Actor,
    ActorId: row.actor_id,
    Action,
    ActionKey: row.action,
    SubjectKind: row.kind,
    SubjectKindName: kindName(row.kind),
    SubjectId: row.subject_id,
    SubjectName: row.subject_name,
    LockerBankId: row.locker_bank_id,
    Address: row.address,
    Client: row.client as z.input<typeof AuditRow>['Client'],
  }
}

type Part = {
  readonly timeZone: string
  readonly names: RecordNames
  readonly after: { readonly at: string; readonly id: string } | undefined
  readonly limit: number
}
/** The next entries of an export, behind the entry of the cursor. */
export function exportRows(db: Db, filters: AuditFilters, { timeZone, names, after, limit }: Part) {
  let entries = matching(db, timeZone, filters)
  // The exact time, because the text of a time ends with its milliseconds.
  if (after) entries = entries.where(sql<boolean>`(a.at, a.id) < (${after.at}::timestamptz, ${after.id})`)
  return entries
    .select(COLUMNS)
    .select(shownWith(names))
    .select('a.detail')
    .select(sql<string>`a.at::text || ''`.as('exact_at'))
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(sql.lit(limit))
    .execute()
}

/** People of one kind, in the order in which the filter offers them; of those that were deleted the name is marked. */
const PEOPLE = [
  { table: 'portal_users', isDeleted: false },
  { table: 'agents', isDeleted: false },
  { table: 'portal_users', isDeleted: true },
  { table: 'agents', isDeleted: true },
] as const

const peopleOf = (db: Db, { table, isDeleted }: (typeof PEOPLE)[number]) =>
  db
    .selectFrom(table as 'portal_users')
    .select(['id as Id', sql<string>`first_name || ' ' || last_name`.as('Name')])
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
type Person = { readonly Id: string; readonly Name: Message }
const marked = (people: readonly { Id: string; Name: string }[], isDeleted: boolean): Person[] =>
  people.map(({ Id, Name }) => ({ Id, Name: isDeleted ? t('AuditPersonDeleted', { name: Name }) : plainMessage(Name) }))

/** The first people with the words. */
export async function findPeople(db: Db, words: string, most: number): Promise<readonly Person[]> {
  const found: Person[] = []
  for (const kind of PEOPLE) {
    if (found.length >= most) break
    const people = peopleOf(db, kind).where(matchesWords('search_text', words)).orderBy(naturalOrder('last_name')).orderBy('id')
    found.push(...marked(await people.limit(most - found.length).execute(), kind.isDeleted))
  }
  return found
}

/** The person with an id; one who is neither a user nor an agent of the organisation has the name of the latest entry. */
export async function personById(db: Db, id: string): Promise<readonly Person[]> {
  for (const kind of PEOPLE) {
    const people = await peopleOf(db, kind).where('id', '=', id).execute()
    if (people.length > 0) return marked(people, kind.isDeleted)
  }
  const latest = db.selectFrom('audit').select('actor_name as Name').where('actor_id', '=', id)
  const entries = await latest.orderBy('at', 'desc').orderBy('id', 'desc').limit(1).execute()
  return entries.map(({ Name }) => ({ Id: id, Name: plainMessage(Name) }))
}
