import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import { changeOf, existing, lockNames, refuseStale, removeEach, saved } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import { type Db, executePlanned } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder, sameText } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { adviceTags } from '../contract.ts'
import { t } from '../messages.ts'
import { hideAdviceTags, insertAdviceTag, lockAdviceTags, ROW, recordOf, updateAdviceTag, visibleAdviceTags } from './store.ts'

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

  route(adviceTags.get, ({ db, params }) => existing(recordOf(db, params.advicetagId)))

  route(adviceTags.changes, async ({ db, params: { advicetagId } }) => {
    await existing(visibleAdviceTags(db).select('v.id').where('v.id', '=', advicetagId))
    return readChanges(db, advicetagId)
  })

  route(adviceTags.save, async ({ db, tenant, input, audit }) => {
    const id = input.Id ?? newId()
    await lockNames(db, tenant, 'advice tags')
    const before = input.Id ? await existing(recordOf(db, id).forUpdate()) : null
    if (before) refuseStale(before, input)
    const twin = visibleAdviceTags(db).select('v.id').where(sameText('v.name', input.Name)).where('v.id', '<>', id)
    refuseIf((await twin.executeTakeFirst()) ? t('MsgAdviceTagNameTaken') : null, 'Name')
    if (before) await updateAdviceTag(db, id, input)
    else await insertAdviceTag(db, { organisation_id: tenant.organisationId, id }, input)
    await audit(before ? 'advice tag changed' : 'advice tag created', id, changeOf(before, input))
    return saved(t('MsgAdviceTagSaved'), id)
  })

  route(adviceTags.remove, async ({ db, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockAdviceTags(db, ids),
      whyNot: async () => () => null,
      remove: (ids) => hideAdviceTags(db, ids, now),
    })
    await auditEach(
      'advice tag deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    return { Message: label('MsgCountDeleted', { count: removed.length }), ...reply }
  })
}

const SORTS = { SortOrder: sql`${sql.ref('v.sort_order')}`, Name: naturalOrder('v.name') }
