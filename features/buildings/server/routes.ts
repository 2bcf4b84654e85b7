import { sql } from 'kysely'
import { existing, lockNames } from '#platform/server/entities.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, Router, TransactionContext } from '#platform/server/http/route.ts'
import { type Db, executePlanned } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { inProperties, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { withPlaceNames } from '#platform/server/postgres/text-search.ts'
import { lockedRecord, recordChanges, removeRecords, saveRecord } from '#platform/server/record-routes.ts'
import { isNameTaken } from '#platform/server/record-store.ts'
import { MOST_LISTED } from '#platform/wire.ts'
import { buildings } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotDelete, whyNotMove } from '../rules.ts'
import { buildingChoices, buildingStore, ROW, usesOf, visibleBuildings } from './store.ts'

/** Buildings of the caller's properties (spec 3 §2, §5, §7). */
export function buildingsRoutes(route: Router) {
  route(buildings.ofProperty, async ({ db, params }) => {
    await existing(visibleProperty(db, params.propertyId))
    return buildingChoices(db).where('p.id', '=', params.propertyId).execute()
  })
  route(buildings.ofOrganisation, ({ db, tenant, query: { SearchText } }) => {
    let choices = buildingChoices(db).where(inProperties('b.property_id', tenant)).limit(sql.lit(MOST_LISTED))
    if (SearchText) choices = withPlaceNames(choices, 'b.search_text', SearchText)
    return executePlanned(db, choices)
  })

  route(buildings.page, ({ db, tenant, input: { SearchText, PropertyId, ...input } }) => {
    let matching = visibleBuildings(db).select(ROW).where(inProperties('b.property_id', tenant))
    if (PropertyId) matching = matching.where('b.property_id', '=', PropertyId)
    if (SearchText) matching = withPlaceNames(matching, 'b.search_text', SearchText)
    return readPage(db, matching, input, { sorts: SORTS, id: 'b.id', row: (row) => row })
  })

  route(buildings.get, ({ db, params }) => buildingStore.read(db, params.buildingId))

  route(buildings.changes, ({ db, params }) => recordChanges(db, buildingStore, params.buildingId))

  route(buildings.save, saveBuilding)
  route(buildings.put, saveBuilding)

  route(buildings.remove, (context) =>
    removeRecords(context, buildingStore, {
      whyNot: async (ids) => {
        const uses = await usesOf(context.db, ids)
        return ({ id }) => whyNotDelete(uses.get(id)!)
      },
    }),
  )
}

const SORTS = { Name: naturalOrder('b.name'), PropertyName: naturalOrder('p.name'), Address: naturalOrder('b.address') }

const visibleProperty = (db: Db, id: string) =>
  db.selectFrom('properties').select('id').where('id', '=', id).where('deleted_at', 'is', null)

async function saveBuilding(context: RequestContext<typeof buildings.save> & TransactionContext) {
  const { db, tenant, input } = context
  await lockNames(db, tenant, 'buildings')
  // The lock keeps the property from being deleted meanwhile.
  const property = await visibleProperty(db, input.PropertyId).forShare().executeTakeFirst()
  if (!property) throw new Refusal(422, t('MsgBuildingNoSuchProperty'), { field: 'PropertyId' })
  const building = await lockedRecord(context, buildingStore)
  const { id, before } = building
  if (before && before.PropertyId !== input.PropertyId) {
    const use = (await usesOf(db, [id])).get(id)!
    refuseIf(whyNotMove(use, use), 'PropertyId')
  }
  const isNamedAnew = before?.Name !== input.Name || before.PropertyId !== input.PropertyId
  const others = visibleBuildings(db).where('b.property_id', '=', input.PropertyId)
  const isTaken = isNamedAnew && (await isNameTaken(others, 'b', { id, name: input.Name }))
  refuseIf(isTaken ? t('MsgBuildingNameTaken') : null, 'Name')
  return saveRecord(context, buildingStore, building, { values: input, message: t('MsgBuildingSaved') })
}
