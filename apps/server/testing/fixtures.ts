import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { newId } from '#platform/ids.ts'
import { PORTAL_ROLES, ROLES, type Role } from '#platform/permissions.ts'
import { type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import type { TestServer } from './server.ts'

export const PASSWORD = 'correct horse battery'
const passwordHash = hashPassword(PASSWORD)

export type OrganisationFixtures = {
  readonly organisationId: string
  readonly systemName: string
  readonly properties: readonly { id: string; buildingId: string; mailroomId: string }[]
}

/** An organisation with two properties (each one building, one mailroom) and one user of every portal role, bound to the first property. */
export async function seedOrganisation(
  server: TestServer,
  systemName: string,
  { isSuperAdmin = false } = {},
): Promise<OrganisationFixtures> {
  const organisationId = newId()
  const password_hash = await passwordHash
  const properties = [1, 2].map(() => ({ id: newId(), buildingId: newId(), mailroomId: newId() }))
  await inOrganisation(server, organisationId, async (db) => {
    const organisation_id = organisationId
    await db
      .insertInto('organisations')
      .values({
        id: organisationId,
        name: systemName,
        system_name: systemName,
        time_zone: 'Europe/London',
        is_super_admin: isSuperAdmin,
      })
      .execute()
    for (const [i, { id, buildingId, mailroomId }] of properties.entries()) {
      await db
        .insertInto('properties')
        .values({
          organisation_id,
          id,
          name: `Property ${i + 1}`,
          external_code: `P${i + 1}`,
          time_zone: 'Europe/London',
          address: `${i + 1} Quay Road`,
        })
        .execute()
      await db
        .insertInto('buildings')
        .values({ organisation_id, id: buildingId, property_id: id, name: `Building ${i + 1}` })
        .execute()
      await db
        .insertInto('mailrooms')
        .values({ organisation_id, id: mailroomId, property_id: id, building_id: buildingId, name: `Mailroom ${i + 1}` })
        .execute()
    }
    for (const role of PORTAL_ROLES) {
      const id = newId()
      await db
        .insertInto('portal_users')
        .values({
          organisation_id,
          id,
          first_name: 'Test',
          last_name: role,
          email: emailOf(role, systemName),
          role_id: ROLES[role].id,
          password_hash,
        })
        .execute()
      if (!ROLES[role].everyProperty)
        await db
          .insertInto('portal_user_properties')
          .values({ organisation_id, portal_user_id: id, property_id: properties[0]!.id })
          .execute()
    }
  })
  return { organisationId, systemName, properties }
}

export const emailOf = (role: Role, systemName: string) => `${role}@${systemName}.test`

export const inOrganisation = <T>(server: TestServer, organisationId: string, work: (db: Db) => Promise<T>) =>
  server.database.inTenant(wholeOrganisation(organisationId), work)

/** Signs in the fixtures' user of a role, as a client that stores its own refresh token. */
export async function signInAs(server: TestServer, role: Role, systemName: string) {
  const { body } = await server.ask(session.token, {
    input: {
      grant_type: 'password',
      username: emailOf(role, systemName),
      password: PASSWORD,
      client_id: 'api',
      scope: `${systemName} ${CREDENTIALS.user}`,
    },
  })
  return body as { access_token: string; refresh_token: string }
}
/** The access token of the fixtures' user of a role. */
export const tokenOf = async (server: TestServer, role: Role, systemName: string) =>
  (await signInAs(server, role, systemName)).access_token
