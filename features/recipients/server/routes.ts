import type { Router } from '#platform/server/http/route.ts'
import { recipients } from '../contract.ts'
import { firstByName, firstByUnit, quickSearch, residentNames, unitNumbers } from './look-ups.ts'

/** Look-ups of residents for whom a package can be (spec 2 §7). */
export function recipientsRoutes(route: Router): void {
  route(recipients.firstByUnit, ({ db, tenant, params, query }) =>
    firstByUnit(db, { tenant, building: query.BuildingId }, params.unit),
  )
  route(recipients.firstByName, ({ db, tenant, params, query }) =>
    firstByName(db, { tenant, building: query.BuildingId }, params.first, params.last),
  )
  route(recipients.unitNumbers, ({ db, tenant, query }) => unitNumbers(db, { tenant, building: query.BuildingId }, query.Q))
  route(recipients.names, ({ db, tenant, query }) => residentNames(db, { tenant, building: query.BuildingId }, query.Q))
  route(recipients.quickSearch, ({ db, tenant, now, params }) => quickSearch({ db, tenant, now }, params.term))
}
