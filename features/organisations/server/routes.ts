import type { Database } from '#platform/server/db.ts'
import type { Serve } from '#platform/server/serve.ts'
import { everyOrganisation } from '#platform/server/untenanted.ts'
import { organisations } from '../contract.ts'

export function organisationsRoutes(serve: Serve, { database }: { readonly database: Database }) {
  serve.apart(organisations.all, async ({ caller, inTenant }) => {
    if (caller.isSuperAdmin) return (await everyOrganisation(database)).map(({ id, name }) => ({ Id: id, Name: name }))
    return inTenant(({ db }) => db.selectFrom('organisations').select(['id as Id', 'name as Name']).execute())
  })
}
