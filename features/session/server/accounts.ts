import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationBySystemName } from '#platform/server/postgres/untenanted.ts'

/**
 * What is found for an organisation and a user name that somebody typed; nothing for an inactive user, and for an inactive
 * organisation only that it is so.
 */
export type Account = {
  readonly tenant?: Tenant
  readonly organisation?: Organisation
  readonly user?: User
  readonly isInactive?: true
}
type Organisation = NonNullable<Awaited<ReturnType<typeof organisationBySystemName>>>
export type User = NonNullable<Awaited<ReturnType<typeof userByEmail>>>

export async function findAccount(database: Database, systemName: string, userName: string): Promise<Account> {
  const organisation = await organisationBySystemName(database, systemName)
  if (!organisation) return {}
  if (!organisation.is_active) return { isInactive: true }
  const tenant = wholeOrganisation(organisation.id)
  const user = await database.inTenant(tenant, (db) => userByEmail(db, userName))
  return { tenant, organisation, ...(user && { user }) }
}

const userByEmail = (db: Db, email: string) =>
  db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select([
      'u.id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'u.role_id',
      'u.password_hash',
      'u.must_change_password',
      'u.language',
      'o.culture',
    ])
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['u.email']), '=', email.trim().toLowerCase()))
    .executeTakeFirst()
