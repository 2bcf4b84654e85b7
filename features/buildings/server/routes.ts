import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import { changeOf, existing, lockNames, refuseStale, removeEach, saved } from '#platform/server/entities.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, Router, TransactionContext } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import { type Db, executePlanned } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { inProperties, naturalOrder, sameText } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { buildings } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotDelete, whyNotMove } from '../rules.ts'
import {
  buildingChoices,
  hideBuildings,
  insertBuilding,
  lockBuildings,
  ROW,
  recordOf,
  updateBuilding,
  usesOf,
  visibleBuildings,
} from './store.ts'

/** Buildings of the caller's properties (spec 3 §2, §5, §7). */
export function buildingsRoutes(route: Router) {
  route(buildings.ofProperty, async ({ db, params }) => {
    await existing(visibleProperty(db, params.propertyId))
    return buildingChoices(db).where('p.id', '=', params.propertyId).execute()
  })
  route(buildings.ofOrganisation, ({ db, tenant, query: { SearchText } }) => {
    let choices = buildingChoices(db).where(inProperties('b.property_id', tenant)).limit(sql.lit(MOST_LISTED))
    if (SearchText) choices = choices.where(matchesWords('b.search_text', SearchText))
    return executePlanned(db, choices)
  })

  route(buildings.page, ({ db, tenant, input: { SearchText, PropertyId, ...input } }) => {
    let matching = visibleBuildings(db).select(ROW).where(inProperties('b.property_id', tenant))
    if (SearchText) matching = matching.where(matchesWords('b.search_text', SearchText))
    if (PropertyId) matching = matching.where('b.property_id', '=', PropertyId)
    return readPage(db, matching, input, { sorts: SORTS, id: 'b.id', row: (row) => row })
  })

  route(buildings.get, ({ db, params }) => existing(recordOf(db, params.buildingId)))

  route(buildings.changes, async ({ db, params: { buildingId } }) => {
    await existing(visibleBuildings(db).select('b.id').where('b.id', '=', buildingId))
    return readChanges(db, buildingId)
  })

  route(buildings.save, saveBuilding)
  route(buildings.put, saveBuilding)

  route(buildings.remove, async ({ db, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockBuildings(db, ids),
      whyNot: async (ids) => {
        const uses = await usesOf(db, ids)
        return ({ id }) => whyNotDelete(uses.get(id)!)
      },
      remove: (ids) => hideBuildings(db, ids, now),
    })
    await auditEach(
      'building deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    return { Message: label('MsgCountDeleted', { count: removed.length }), ...reply }
  })
}

const SORTS = { Name: naturalOrder('b.name'), PropertyName: naturalOrder('p.name'), Address: naturalOrder('b.address') }

const visibleProperty = (db: Db, id: string) =>
  db.selectFrom('properties').select('id').where('id', '=', id).where('deleted_at', 'is', null)

async function saveBuilding({ db, tenant, input, audit }: RequestContext<typeof buildings.save> & TransactionContext) {
  const id = input.Id ?? newId()
  await lockNames(db, tenant, 'buildings')
  // The lock keeps the property from being deleted meanwhile.
  const property = await visibleProperty(db, input.PropertyId).forShare().executeTakeFirst()
  if (!property) throw new Refusal(422, t('MsgBuildingNoSuchProperty'), { field: 'PropertyId' })
  const before = input.Id ? await existing(recordOf(db, id).forUpdate('b')) : null
  if (before) refuseStale(before, input)
  if (before && before.PropertyId !== input.PropertyId) {
    const use = (await usesOf(db, [id])).get(id)!
    refuseIf(whyNotMove(use, use), 'PropertyId')
  }
  const twin = visibleBuildings(db)
    .select('b.id')
    .where('b.property_id', '=', input.PropertyId)
    .where(sameText('b.name', input.Name))
    .where('b.id', '<>', id)
  const isNamedAnew = before?.Name !== input.Name || before.PropertyId !== input.PropertyId
  refuseIf(isNamedAnew && (await twin.executeTakeFirst()) ? t('MsgBuildingNameTaken') : null, 'Name')
  if (before) await updateBuilding(db, id, input)
  else await insertBuilding(db, { organisation_id: tenant.organisationId, id }, input)
  await audit(before ? 'building changed' : 'building created', id, changeOf(before, input))
  return saved(t('MsgBuildingSaved'), id)
}
