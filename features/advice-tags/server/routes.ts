import { sql } from 'kysely'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { type Db, executePlanned } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { openRecord, recordChanges, removeRecords, saveRecord } from '#platform/server/record-routes.ts'
import { isNameTaken } from '#platform/server/record-store.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { adviceTags } from '../contract.ts'
import { t } from '../messages.ts'
import { adviceTagStore, ROW, visibleAdviceTags } from './store.ts'

/** Advice tags (spec 3 §2, §5, §7): labels for packages. They belong to the organisation. */
export function adviceTagsRoutes(route: Router) {
  const matching = (db: Db, words: string | undefined) => {
    const all = visibleAdviceTags(db).select(ROW)
    return words ? all.where(matchesWords('v.search_text', words)) : all
  }

  route(adviceTags.ofOrganisation, ({ db, query: { SearchText } }) =>
    executePlanned(
      db,
      matching(db, SearchText)
        .orderBy('v.sort_order')
        .orderBy(naturalOrder('v.name'))
        .orderBy('v.id')
        .limit(sql.lit(MOST_LISTED)),
    ),
  )

  route(adviceTags.page, ({ db, input }) =>
    readPage(db, matching(db, input.SearchText), input, { sorts: SORTS, id: 'v.id', row: (row) => row }),
  )

  route(adviceTags.get, ({ db, params }) => adviceTagStore.read(db, params.advicetagId))

  route(adviceTags.changes, ({ db, params }) => recordChanges(db, adviceTagStore, params.advicetagId))

  route(adviceTags.save, async (context) => {
    const { db, input } = context
    const tag = await openRecord(context, adviceTagStore)
    const isTaken = await isNameTaken(visibleAdviceTags(db), 'v', { id: tag.id, name: input.Name })
    refuseIf(isTaken ? t('MsgAdviceTagNameTaken') : null, 'Name')
    return saveRecord(context, adviceTagStore, tag, { values: input, message: t('MsgAdviceTagSaved') })
  })

  route(adviceTags.remove, (context) => removeRecords(context, adviceTagStore))
}

const SORTS = { SortOrder: sql`${sql.ref('v.sort_order')}`, Name: naturalOrder('v.name') }
