import { sql } from 'kysely'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { notices } from '../contract.ts'
import { t } from '../messages.ts'
import { type SmsCallbackDeps, smsCallbackRoutes } from './sms-callbacks.ts'
import { detailOf, details, matching, readNotice, readOfPackage, rowOf } from './store.ts'

const SORTS = { CreatedAt: sql`n.created_at` }

/** Notices with their outcome, for staff (issue of a dispute), and the calls of the SMS service. */
export function noticesRoutes(route: Router, deps: SmsCallbackDeps): void {
  route(notices.page, ({ db, input }) =>
    readPage(db, matching(db, input), input, { sorts: SORTS, id: 'n.id', row: rowOf, details }),
  )
  route(notices.get, async ({ db, params }) => detailOf(await existing(readNotice(db, params.noticeId))))
  route(notices.ofPackage, async ({ db, params }) => {
    await existing(db.selectFrom('packages').select('id').where('id', '=', params.packageId))
    return (await readOfPackage(db, params.packageId)).map(detailOf)
  })
  route(notices.sendAgain, async ({ db, input, now, audit }) => {
    const again = await db
      .updateTable('notices')
      .set({ status: 'Waiting', due_at: now, attempts: 0, reason: null })
      .where('id', '=', anyOf(input))
      .where('status', '=', 'Failed')
      .returning(['id', 'package_id'])
      .execute()
    refuseIf(again.length === 0 ? t('MsgNoticeNotFailed') : null)
    for (const { id, package_id } of again) await audit('notice sent again', package_id, { notice: id })
    return { Message: t('MsgNoticesSentAgain') }
  })
  smsCallbackRoutes(route, deps)
}
