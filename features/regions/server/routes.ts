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
import { regions } from '../contract.ts'
import { t } from '../messages.ts'
import { hideRegions, insertRegion, lockRegions, ROW, recordOf, updateRegion, visibleRegions, withProperties } from './store.ts'

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

  route(regions.get, ({ db, params }) => existing(recordOf(db, params.regionId)))

  route(regions.changes, async ({ db, params: { regionId } }) => {
    await existing(visibleRegions(db).select('v.id').where('v.id', '=', regionId))
    return readChanges(db, regionId)
  })

  route(regions.save, async ({ db, tenant, input, audit }) => {
    const id = input.Id ?? newId()
    await lockNames(db, tenant, 'regions')
    const before = input.Id ? await existing(recordOf(db, id).forUpdate()) : null
    if (before) refuseStale(before, input)
    const twin = visibleRegions(db).select('v.id').where(sameText('v.name', input.Name)).where('v.id', '<>', id)
    refuseIf((await twin.executeTakeFirst()) ? t('MsgRegionNameTaken') : null, 'Name')
    if (before) await updateRegion(db, id, input)
    else await insertRegion(db, { organisation_id: tenant.organisationId, id }, input)
    await audit(before ? 'region changed' : 'region created', id, changeOf(before, input))
    return saved(t('MsgRegionSaved'), id)
  })

  route(regions.remove, async ({ db, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockRegions(db, ids),
      whyNot: async (ids) => {
        const used = await withProperties(db, ids)
        return ({ id }) => (used.has(id) ? t('MsgRegionHasProperties') : null)
      },
      remove: (ids) => hideRegions(db, ids, now),
    })
    await auditEach(
      'region deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    return { Message: label('MsgCountDeleted', { count: removed.length }), ...reply }
  })
}

const SORTS = {
  Name: naturalOrder('v.name'),
  // The whole text would not fit into an index or a cursor.
  Description: sql`left(v.description, 100) collate natural_order`,
}
