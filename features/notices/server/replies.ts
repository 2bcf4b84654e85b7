import { sql } from 'kysely'
import type { z } from 'zod'
import { MEDIA } from '#features/notification-templates/types.ts'
import { newId } from '#platform/ids.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { PageOfIds } from '#platform/server/postgres/paging.ts'
import { withoutForbidden } from '#platform/wire.ts'
import { KEPT_DAYS, type ReplyRow } from '../contract.ts'

const DAY_MS = 86_400_000
/** Longest text that is kept: that of a message of the SMS service. */
const MAX_BODY = 1600
/** Messages of a number in a day that are kept. */
const MAX_A_DAY = 50
/** Notices of so many days tell who writes. */
const KNOWN_DAYS = 90

type Incoming = { readonly number: string; readonly text: string; readonly id: string | undefined; readonly now: Date }

/**
 * Keeps a text message for the staff of the property whose notice the number got last. Its resident is known only if all those notices
 * were for the same one; a number without notices is a stranger's, and nothing is kept.
 */
export async function keepReply(db: Db, organisation_id: string, { number, text, id, now }: Incoming): Promise<void> {
  const body = withoutForbidden(text).trim().slice(0, MAX_BODY)
  if (body === '') return
  const { property_id, resident_id } = await senderOf(db, number, now).executeTakeFirstOrThrow()
  if (!property_id || (await countOf(db, number, now)) >= MAX_A_DAY) return
  await db
    .insertInto('text_replies')
    .values({
      ...{ organisation_id, id: newId(), property_id, resident_id },
      ...{ number, body, provider_id: id || newId(), received_at: now },
    })
    .onConflict((reply) => reply.columns(['organisation_id', 'provider_id']).doNothing())
    .execute()
}

/**
 * The property of the last notice to a number, null without one, and the resident whom all of them were for. By the index of numbers: it
 * has SMS alone, so the medium is no parameter.
 */
export const senderOf = (db: Db, number: string, now: Date) =>
  db
    .selectFrom('notices')
    .select(sql<string | null>`(array_agg(property_id order by sent_at desc))[1]`.as('property_id'))
    .select(
      sql<string | null>`case when count(distinct coalesce(resident_id::text, '')) = 1 then (array_agg(resident_id))[1] end`.as(
        'resident_id',
      ),
    )
    .where('address', '=', number)
    .where('medium_id', '=', sql.lit(MEDIA.sms))
    .where('sent_at', '>=', new Date(now.getTime() - KNOWN_DAYS * DAY_MS).toISOString())

async function countOf(db: Db, number: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('text_replies')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('number', '=', number)
    .where('received_at', '>', new Date(now.getTime() - DAY_MS).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

export const REPLY_SORTS = { ReceivedAt: sql`t.received_at` }

/** What a row of the list shows. A deleted resident has no link. */
export const replyDetails = (page: PageOfIds) =>
  page
    .innerJoin('text_replies as t', 't.id', 'page.sort_id')
    .innerJoin('properties as o', 'o.id', 't.property_id')
    .leftJoin('residents as r', (join) => join.onRef('r.id', '=', 't.resident_id').on('r.deleted_at', 'is', null))
    .select(['t.id', 't.number', 't.body', 't.received_at', 'o.name as property_name', 'o.time_zone'])
    .select(['r.id as resident_id', 'r.full_name', 'r.unit_number'])

type Row = Awaited<ReturnType<ReturnType<typeof replyDetails>['execute']>>[number]
export const replyRow = (row: Row): z.input<typeof ReplyRow> => ({
  Id: row.id,
  ReceivedAt: row.received_at,
  PropertyTimezoneId: row.time_zone,
  PropertyName: row.property_name,
  ResidentId: row.resident_id,
  ResidentName: row.full_name ?? '',
  UnitNumber: row.unit_number ?? '',
  Number: row.number,
  Text: row.body,
})

/** The numbers at which a resident got notices. */
const numbersOf = (db: Db, residentId: string) =>
  db
    .selectFrom('notices')
    .select('address')
    .where('resident_id', '=', residentId)
    .where('medium_id', '=', MEDIA.sms)
    .where('address', '<>', '')

/** A resident's messages, the latest first, for the export of personal data; those of a shared number may be another's. */
export const repliesOf = (db: Db, residentId: string, most: number) =>
  db
    .selectFrom('text_replies')
    .select(['received_at as At', 'number as From', 'body as Text'])
    .where('resident_id', '=', residentId)
    .orderBy('received_at', 'desc')
    .limit(most)
    .execute()

/** A resident's messages, those of shared numbers too. */
export const repliesToErase = (db: Db, residentId: string) =>
  db
    .deleteFrom('text_replies')
    .where((eb) =>
      eb.or([
        eb('resident_id', '=', residentId),
        eb('number', '=', eb.fn.any(sql<string[]>`(array(${numbersOf(db, residentId)}))`)),
      ]),
    )

/** Deletes them; before the addresses of the notices are blanked. */
export async function eraseReplies(db: Db, residentId: string): Promise<void> {
  await repliesToErase(db, residentId).execute()
}

export async function purgeReplies(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('text_replies')
    .where('received_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString())
    .execute()
}
