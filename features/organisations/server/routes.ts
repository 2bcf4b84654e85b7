import type { Router } from '#platform/server/http/route.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import { organisations } from '../contract.ts'

export function organisationsRoutes(route: Router, { database }: { readonly database: Database }) {
  route.withoutTransaction(organisations.all, async ({ caller, inTenant }) => {
    if (caller.isSuperAdmin) return (await allOrganisations(database)).map(({ id, name }) => ({ Id: id, Name: name }))
    return inTenant(({ db }) => db.selectFrom('organisations').select(['id as Id', 'name as Name']).execute())
  })
}
