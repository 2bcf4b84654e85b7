import { sql } from 'kysely'
import type { z } from 'zod'
import { mediumById, mediumMessage, noticeTypeById, noticeTypeMessage } from '#features/notification-templates/types.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import type { PersonalData } from '#platform/server/feature.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { PageOfIds } from '#platform/server/postgres/paging.ts'
import { matchesPerson, matchesWords } from '#platform/server/postgres/text-search.ts'
import { KEPT_DAYS, MAX_OF_PACKAGE, type NoticeDetail, type NoticeFilters, type NoticeRow, SEARCHED_DAYS } from '../contract.ts'
import { t } from '../messages.ts'
import { eraseReplies, repliesOf } from './replies.ts'

const DAY_MS = 86_400_000

/** The notices of the filters. A search without a first day is of the last `SEARCHED_DAYS` days. */
export function matching(db: Db, { PropertyId, ResidentId, Status, TypeId, MediumId, Since, Q }: NoticeFilters, now: Date) {
  const since = Since ? new Date(Since) : Q ? new Date(now.getTime() - SEARCHED_DAYS * DAY_MS) : null
  let notices = db.selectFrom('notices as n')
  if (since) notices = notices.where('n.created_at', '>=', since.toISOString())
  if (PropertyId) notices = notices.where('n.property_id', '=', PropertyId)
  if (ResidentId) notices = notices.where('n.resident_id', '=', ResidentId)
  if (Status) notices = notices.where('n.status', '=', Status)
  if (TypeId) notices = notices.where('n.type_id', '=', TypeId)
  if (MediumId) notices = notices.where('n.medium_id', '=', MediumId)
  if (!Q) return notices
  const recent = () => db.selectFrom('notices as m').select('m.id').where('m.created_at', '>=', since!.toISOString())
  const ofPackages = recent()
    .innerJoin('package_labels as l', 'l.package_id', 'm.package_id')
    .where(matchesWords('l.search_text', Q))
  const ofResidents = recent()
    .innerJoin('residents as s', 's.id', 'm.resident_id')
    .where('s.deleted_at', 'is', null)
    .where(matchesPerson('s.search_text', Q))
  const withWords = recent().where(matchesPerson('m.search_text', Q))
  return notices.where('n.id', 'in', ofPackages.unionAll(ofResidents).unionAll(withWords))
}

/** The package may have got another recipient since; who was told is what counts. */
const told = (column: 'full_name' | 'unit_number', ofPackage: 'recipient_name' | 'unit_number') =>
  sql<string>`case when r.id is distinct from p.resident_id then coalesce(${sql.ref(`r.${column}`)}, '') else ${sql.ref(`p.${ofPackage}`)} end`

/** What the list and a notice show: of the notice `n`, its package `p`, its property `o` and its resident `r`, who may be deleted. */
const SHOWN = [
  'n.id',
  'n.package_id',
  'n.property_id',
  'n.type_id',
  'n.medium_id',
  'n.address',
  'n.status',
  'n.reason',
  'n.created_at',
  'n.due_at',
  'n.sent_at',
  'p.package_number',
  'o.time_zone',
  'r.id as resident_id',
  told('full_name', 'recipient_name').as('recipient_name'),
  told('unit_number', 'unit_number').as('unit_number'),
] as const

/** What a row of the list shows. */
export const details = (page: PageOfIds) =>
  page
    .innerJoin('notices as n', 'n.id', 'page.sort_id')
    .innerJoin('packages as p', 'p.id', 'n.package_id')
    .innerJoin('properties as o', 'o.id', 'n.property_id')
    .leftJoin('residents as r', (join) => join.onRef('r.id', '=', 'n.resident_id').on('r.deleted_at', 'is', null))
    .select(SHOWN)

const withText = (db: Db) =>
  db
    .selectFrom('notices as n')
    .innerJoin('packages as p', 'p.id', 'n.package_id')
    .innerJoin('properties as o', 'o.id', 'n.property_id')
    .leftJoin('residents as r', (join) => join.onRef('r.id', '=', 'n.resident_id').on('r.deleted_at', 'is', null))
    .select([...SHOWN, 'n.subject', 'n.body'])

/** A notice with its text. */
export const readNotice = (db: Db, id: string) => withText(db).where('n.id', '=', id)
/** The package whose notice of arrival names the package, because they came in one batch. */
const leadOf = (packageId: string) =>
  sql<string>`(select a.lead_package_id from batch_arrivals a where a.package_id = ${packageId})`

/** The notices of a package, latest first. */
export const readOfPackage = (db: Db, packageId: string) =>
  withText(db)
    .where((eb) =>
      eb.or([
        eb('n.package_id', '=', packageId),
        eb.and([
          // The arrival of a batch has one notice for a recipient's packages.
          eb('n.package_id', '=', leadOf(packageId)),
          eb('n.event_key', '=', sql<string>`${leadOf(packageId)}::text`),
        ]),
      ]),
    )
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(MAX_OF_PACKAGE)
    .execute()

type Row = Awaited<ReturnType<ReturnType<typeof details>['execute']>>[number]

export const rowOf = (row: Row): z.input<typeof NoticeRow> => ({
  Id: row.id,
  PackageId: row.package_id,
  PackageNumber: row.package_number,
  ResidentId: row.resident_id,
  ResidentName: row.recipient_name,
  UnitNumber: row.unit_number,
  PropertyTimezoneId: row.time_zone,
  TypeId: row.type_id,
  Type: noticeTypeMessage(noticeTypeById(row.type_id)!),
  MediumId: row.medium_id,
  Medium: mediumMessage(mediumById(row.medium_id)!),
  Address: row.address,
  Status: row.status,
  StatusName: t(`Notice${row.status}`),
  Reason: row.reason === null ? null : unpackMessage(row.reason),
  CreatedAt: row.created_at,
  DueAt: row.status === 'Waiting' ? row.due_at : null,
  SentAt: row.sent_at,
})

export const detailOf = (row: Row & { readonly subject: string; readonly body: string }): z.input<typeof NoticeDetail> => ({
  ...rowOf(row),
  Subject: row.subject,
  Body: row.body,
})

/** Exports a resident's notices, and erases their addresses and texts; times and outcomes stay. */
export const noticesPersonalData: PersonalData = {
  read: async (db, { id, limit }) => ({ Notices: await noticesOf(db, id, limit), Replies: await repliesOf(db, id, limit) }),
  async erase({ db }, { id }) {
    await eraseReplies(db, id)
    await db.updateTable('notices').set({ address: '', subject: '', body: '' }).where('resident_id', '=', id).execute()
  },
}

/** Old notices whose texts a night deletes; the next one goes on. */
const PURGED_AT_ONCE = 50_000

/**
 * Deletes addresses and texts of old notices and their reasons, which quote providers; times and outcomes stay for counts. Deletes also
 * which packages came in one batch.
 */
export async function purgeNotices(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const old = db
    .selectFrom('notices')
    .select('id')
    .where('address', '<>', '')
    .where('created_at', '<', before)
    .where('status', 'not in', ['Waiting', 'Sending'])
    .orderBy('created_at')
    .limit(PURGED_AT_ONCE)
  await db.updateTable('notices').set({ address: '', subject: '', body: '', reason: null }).where('id', 'in', old).execute()
  await db.deleteFrom('batch_arrivals').where('lead_package_id', 'is not', null).where('held_at', '<', before).execute()
}

/** The notices to a resident, the latest first, at most `most`, for the export of personal data. */
const noticesOf = (db: Db, residentId: string, most: number) =>
  db
    .selectFrom('notices')
    .select(['created_at as At', 'address as To', 'subject as Subject', 'body as Body', 'status as Status'])
    .where('resident_id', '=', residentId)
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
