import { sql } from 'kysely'
import { type BulkAction, type BulkContext, bulkAction, orderedIds } from '#platform/server/bulk/action.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type NoticeFilters, notices } from '../contract.ts'
import { t } from '../messages.ts'
import { REPLY_SORTS, replyDetails, replyRow } from './replies.ts'
import { type SmsCallbackDeps, smsCallbackRoutes } from './sms-callbacks.ts'
import { detailOf, details, matching, readNotice, readOfPackage, rowOf } from './store.ts'

const SORTS = { CreatedAt: sql`n.created_at` }

/** Notices with their outcome, for staff (issue of a dispute), and the calls of the SMS service. */
export function noticesRoutes(route: Router, deps: SmsCallbackDeps): void {
  route(notices.page, ({ db, input, now }) =>
    readPage(db, matching(db, input, now), input, { sorts: SORTS, id: 'n.id', row: rowOf, details }),
  )
  route(notices.get, async ({ db, params }) => detailOf(await existing(readNotice(db, params.noticeId))))
  route(notices.replies, ({ db, input }) =>
    readPage(db, db.selectFrom('text_replies as t'), input, {
      sorts: REPLY_SORTS,
      id: 't.id',
      row: replyRow,
      details: replyDetails,
    }),
  )
  route(notices.ofPackage, async ({ db, params }) => {
    await existing(db.selectFrom('packages').select('id').where('id', '=', params.packageId))
    return (await readOfPackage(db, params.packageId)).map(detailOf)
  })
  route(notices.sendAgain, async ({ db, input, now, audit }) => {
    const again = await sendAgain({ db, now, audit }, input)
    refuseIf(again.length === 0 ? t('MsgNoticeNotFailed') : null)
    return { Message: t('MsgNoticesSentAgain') }
  })
  smsCallbackRoutes(route, deps)
}

/** Lets failed notices wait to be sent; returns their ids. */
async function sendAgain(
  { db, now, audit }: Pick<BulkContext, 'db' | 'now' | 'audit'>,
  ids: readonly string[],
): Promise<string[]> {
  const again = await db
    .updateTable('notices')
    .set({ status: 'Waiting', due_at: now, attempts: 0, reason: null })
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'Failed')
    .returning(['id', 'package_id'])
    .execute()
  for (const { id, package_id } of again) await audit('notice sent again', package_id, { notice: id })
  return again.map(({ id }) => id)
}

/** The actions on many notices. */
export const noticeActions = (): readonly BulkAction[] => [
  bulkAction({
    list: 'notices',
    operation: notices.sendAgainMany,
    matching: (db, _tenant, query: NoticeFilters, most) => orderedIds(db, matching(db, query, new Date()).select('n.id'), most),
    names: async (db, _tenant, ids) => {
      const rows = await db
        .selectFrom('notices as n')
        .innerJoin('packages as p', 'p.id', 'n.package_id')
        .select(['n.id', 'p.package_number', 'p.recipient_name'])
        .where('n.id', '=', anyOf(ids))
        .execute()
      return new Map(rows.map((row) => [row.id, `${row.package_number}, ${row.recipient_name}`]))
    },
    run: async (context, ids) => {
      const changed = await sendAgain(context, ids)
      const others = await context.db.selectFrom('notices').select('id').where('id', '=', anyOf(ids)).execute()
      const refused = others.filter(({ id }) => !changed.includes(id)).map(({ id }) => [id, t('MsgNoticeNotFailed')] as const)
      return { changed, refused: new Map(refused) }
    },
    message: (count) => t('MsgNoticesSentAgainFor', { count }),
  }),
]
