import type { Db } from '#platform/server/db.ts'
import { naturally } from '#platform/server/natural-order.ts'
import type { Serve } from '#platform/server/serve.ts'
import { couriers } from '../contract.ts'

export function couriersRoutes(serve: Serve) {
  serve(couriers.all, ({ db }) => visibleCouriers(db).orderBy(naturally('name')).orderBy('id').execute())
  serve(couriers.assignable, ({ db }) =>
    visibleCouriers(db).where('sort_order', '<>', 0).orderBy('sort_order').orderBy(naturally('name')).orderBy('id').execute(),
  )
}

const visibleCouriers = (db: Db) =>
  db
    .selectFrom('couriers')
    .select(['id as Id', 'name as Name', 'sort_order as SortOrder', 'is_dry_cleaning as IsDryCleaning'])
    .where('deleted_at', 'is', null)
