import type { Db } from '#platform/server/db.ts'
import { naturally } from '#platform/server/natural-order.ts'
import { found } from '#platform/server/refusal.ts'
import type { Serve } from '#platform/server/serve.ts'
import { buildings } from '../contract.ts'

export function buildingsRoutes(serve: Serve) {
  serve(buildings.ofProperty, async ({ db, params }) => {
    found(await visibleProperty(db, params.propertyId))
    return buildingChoices(db).where('p.id', '=', params.propertyId).execute()
  })
  serve(buildings.ofOrganisation, ({ db }) => buildingChoices(db).execute())
}

const visibleProperty = (db: Db, id: string) =>
  db.selectFrom('properties').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

const buildingChoices = (db: Db) =>
  db
    .selectFrom('buildings as b')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .select(['b.id as Id', 'b.name as Name', 'p.id as PropertyId', 'p.name as PropertyName'])
    .where('b.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .orderBy(naturally('b.name'))
    .orderBy('b.id')
