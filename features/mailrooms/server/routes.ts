import { existing } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { mailrooms } from '../contract.ts'

export function mailroomsRoutes(route: Router) {
  route(mailrooms.ofBuilding, async ({ db, params }) => {
    await existing(visibleBuilding(db, params.buildingId))
    return db
      .selectFrom('mailrooms')
      .select(['id as Id', 'name as Name'])
      .where('building_id', '=', params.buildingId)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy(naturalOrder('name'))
      .orderBy('id')
      .execute()
  })
}

const visibleBuilding = (db: Db, id: string) =>
  db.selectFrom('buildings').select('id').where('id', '=', id).where('deleted_at', 'is', null)
