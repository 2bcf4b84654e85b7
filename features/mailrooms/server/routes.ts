import type { Db } from '#platform/server/db.ts'
import { naturally } from '#platform/server/natural-order.ts'
import { found } from '#platform/server/refusal.ts'
import type { Serve } from '#platform/server/serve.ts'
import { mailrooms } from '../contract.ts'

export function mailroomsRoutes(serve: Serve) {
  serve(mailrooms.ofBuilding, async ({ db, params }) => {
    found(await visibleBuilding(db, params.buildingId))
    return db
      .selectFrom('mailrooms')
      .select(['id as Id', 'name as Name'])
      .where('building_id', '=', params.buildingId)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy(naturally('name'))
      .orderBy('id')
      .execute()
  })
}

const visibleBuilding = (db: Db, id: string) =>
  db.selectFrom('buildings').select('id').where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()
