import { naturally } from '#platform/server/natural-order.ts'
import type { Serve } from '#platform/server/serve.ts'
import { properties } from '../contract.ts'

export function propertiesRoutes(serve: Serve) {
  serve(properties.ofOrganisation, ({ db }) =>
    db
      .selectFrom('properties')
      .select(['id as Id', 'name as Name'])
      .where('deleted_at', 'is', null)
      .orderBy(naturally('name'))
      .orderBy('id')
      .execute(),
  )
}
