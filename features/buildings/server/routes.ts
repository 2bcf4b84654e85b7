import { existing } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { buildings } from '../contract.ts'

export function buildingsRoutes(route: Router) {
  route(buildings.ofProperty, async ({ db, params }) => {
    await existing(visibleProperty(db, params.propertyId))
    return buildingChoices(db).where('p.id', '=', params.propertyId).execute()
  })
  route(buildings.ofOrganisation, ({ db }) => buildingChoices(db).execute())
}

const visibleProperty = (db: Db, id: string) =>
  db.selectFrom('properties').select('id').where('id', '=', id).where('deleted_at', 'is', null)

const buildingChoices = (db: Db) =>
  db
    .selectFrom('buildings as b')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .select(['b.id as Id', 'b.name as Name', 'p.id as PropertyId', 'p.name as PropertyName'])
    .where('b.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .orderBy(naturalOrder('b.name'))
    .orderBy('b.id')
