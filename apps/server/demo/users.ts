import { ROLES, type Role } from '#platform/permissions.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { demoId } from './ids.ts'
import type { DemoOrganisation } from './organisations.ts'

type DemoUser = {
  readonly organisation: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly role: Role
  /** Codes of the properties given to a role that does not see them all. */
  readonly properties: readonly string[]
}

const user = (organisation: string, name: string, email: string, role: Role, properties: readonly string[] = []): DemoUser => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { organisation, firstName, lastName, email, role, properties }
}

/** Who may sign in (decisions "Names used for the demo"). */
export const USERS: readonly DemoUser[] = [
  user('riverside', 'Sofia Marsh', 'super@parcelhall.test', 'superadmin'),
  user('riverside', 'Daniel Okafor', 'manager@parcelhall.test', 'organisationmanager'),
  user('riverside', 'Priya Raman', 'property@parcelhall.test', 'propertymanager', ['QUAY', 'MILL']),
  user('riverside', 'Elena Petrova', 'leasing@parcelhall.test', 'leasingspecialist', ['QUAY']),
  user('riverside', 'Marcus Bell', 'mailroom@parcelhall.test', 'mailroomstaff', ['QUAY', 'PARK']),
  user('harbour', 'Owen Pryce', 'manager@harbour.test', 'organisationmanager'),
]

const idOf = ({ organisation, email }: DemoUser) => demoId('portal user', `${organisation} ${email}`)
export const usersOf = ({ systemName }: DemoOrganisation) => USERS.filter((one) => one.organisation === systemName)
/** A member of staff as histories name them. */
export const staffOf = (organisation: DemoOrganisation) =>
  usersOf(organisation).map((one) => ({ id: idOf(one), name: `${one.firstName} ${one.lastName}`, role: one.role }))

export async function insertUsers(db: Db, organisation: DemoOrganisation, password: string): Promise<void> {
  const users = usersOf(organisation)
  const hashes = await Promise.all(users.map(() => hashPassword(password)))
  const organisation_id = organisation.id
  await db
    .insertInto('portal_users')
    .values(
      users.map((one, i) => ({
        organisation_id,
        id: idOf(one),
        first_name: one.firstName,
        last_name: one.lastName,
        email: one.email,
        role_id: ROLES[one.role].id,
        password_hash: hashes[i]!,
      })),
    )
    .execute()
  const given = users.flatMap((one) =>
    organisation.properties
      .filter((property) => one.properties.includes(property.code))
      .map((property) => ({ organisation_id, portal_user_id: idOf(one), property_id: property.id })),
  )
  if (given.length > 0) await db.insertInto('portal_user_properties').values(given).execute()
}

/** Gives every demo user of the organisation this password. */
export async function setPasswords(db: Db, organisation: DemoOrganisation, password: string): Promise<void> {
  for (const one of usersOf(organisation))
    await db
      .updateTable('portal_users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', idOf(one))
      .execute()
}

export const passwordHashOf = async (db: Db, user: DemoUser): Promise<string | undefined> =>
  (await db.selectFrom('portal_users').select('password_hash').where('id', '=', idOf(user)).executeTakeFirst())?.password_hash
