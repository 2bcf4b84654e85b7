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
import { regions } from '../contract.ts'
import { t } from '../messages.ts'
import { ROW, regionStore, visibleRegions, withProperties } from './store.ts'

/** Regions (spec 3 §2, §5, §7): groups of properties. They belong to the organisation. */
export function regionsRoutes(route: Router) {
  const matching = (db: Db, words: string | undefined) => {
    const all = visibleRegions(db).select(ROW)
    return words ? all.where(matchesWords('v.search_text', words)) : all
  }

  route(regions.all, async ({ db, query: { SearchText, Chosen } }) => {
    const first = matching(db, SearchText).orderBy(naturalOrder('v.name')).orderBy('v.id').limit(sql.lit(MOST_LISTED))
    const found = await executePlanned<{ Id: string; Name: string }>(db, first)
    if (!Chosen || found.some(({ Id }) => Id === Chosen)) return found
    return [...(await matching(db, undefined).where('v.id', '=', Chosen).execute()), ...found]
  })

  route(regions.page, ({ db, input }) =>
    readPage(db, matching(db, input.SearchText), input, { sorts: SORTS, id: 'v.id', row: (row) => row }),
  )

  route(regions.get, ({ db, params }) => regionStore.read(db, params.regionId))

  route(regions.changes, ({ db, params }) => recordChanges(db, regionStore, params.regionId))

  route(regions.save, async (context) => {
    const { db, input } = context
    const region = await openRecord(context, regionStore)
    const isTaken = await isNameTaken(visibleRegions(db), 'v', { id: region.id, name: input.Name })
    refuseIf(isTaken ? t('MsgRegionNameTaken') : null, 'Name')
    return saveRecord(context, regionStore, region, { values: input, message: t('MsgRegionSaved') })
  })

  route(regions.remove, (context) =>
    removeRecords(context, regionStore, {
      whyNot: async (ids) => {
        const used = await withProperties(context.db, ids)
        return ({ id }) => (used.has(id) ? t('MsgRegionHasProperties') : null)
      },
    }),
  )
}

const SORTS = {
  Name: naturalOrder('v.name'),
  // The whole text would not fit into an index or a cursor.
  Description: sql`left(v.description, 100) collate natural_order`,
}
