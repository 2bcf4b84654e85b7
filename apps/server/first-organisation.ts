import { z } from 'zod'
import { isTimeZone } from '#features/properties/rules.ts'
import { NewPassword } from '#features/session/contract.ts'
import { ratePassword } from '#features/session/password-policy.ts'
import { isEmail } from '#platform/contact-fields.ts'
import { plainMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { ROLES } from '#platform/permissions.ts'
import { writeAudits } from '#platform/server/postgres/audit.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import { hashPassword } from '#platform/server/security/passwords.ts'
import { requiredText } from '#platform/wire.ts'

/** The first organisation and its super administrator (spec 3 §5 "Organisation" and "Portal user"). */
export const FirstOrganisation = z.object({
  organisation: requiredText(
    100,
    plainMessage('The organisation needs a name.'),
    plainMessage('Organisation name cannot be more than 100 characters!'),
  ),
  systemName: requiredText(100, plainMessage('The organisation needs a system name.'))
    .transform((name) => name.toLowerCase().replaceAll(' ', ''))
    .refine(
      (name) => /^[a-z0-9]+$/.test(name),
      'System name cannot be more than 100 characters, cannot have special characters and spaces!',
    ),
  timeZone: z.string().trim().refine(isTimeZone, 'Time zone must be a name such as Europe/London.'),
  firstName: requiredText(100, plainMessage('First name cannot be empty')),
  lastName: requiredText(100, plainMessage('Last name cannot be empty')),
  email: z.string().trim().max(100).refine(isEmail, 'Enter a valid email id!'),
  password: NewPassword,
})
export type FirstOrganisation = z.infer<typeof FirstOrganisation>

/** The reason to refuse the super administrator's password, or null (decisions "Structure and users"). */
export async function whyNotPassword({ password, ...first }: FirstOrganisation): Promise<string | null> {
  const names = [first.organisation, first.systemName, first.firstName, first.lastName, first.email]
  return (await ratePassword(password, names)).reason?.text ?? null
}

export const whyNotFirst = async (database: Database): Promise<string | null> =>
  (await allOrganisations(database)).length > 0 ? 'The database already has an organisation. Sign in to create more.' : null

/** Creates an organisation whose super administrator can work in all organisations. Throws when the database has one already, or for a weak password. */
export async function createFirstOrganisation(database: Database, first: FirstOrganisation): Promise<void> {
  const whyNot = (await whyNotFirst(database)) ?? (await whyNotPassword(first))
  if (whyNot) throw new Error(whyNot)
  const organisationId = newId()
  const password_hash = await hashPassword(first.password)
  await database.inTenant(wholeOrganisation(organisationId), async (db) => {
    await db
      .insertInto('organisations')
      .values({
        id: organisationId,
        name: first.organisation,
        system_name: first.systemName,
        time_zone: first.timeZone,
        is_super_admin: true,
      })
      .execute()
    const userId = newId()
    await db
      .insertInto('portal_users')
      .values({
        organisation_id: organisationId,
        id: userId,
        first_name: first.firstName,
        last_name: first.lastName,
        email: first.email,
        role_id: ROLES.superadmin.id,
        password_hash,
      })
      .execute()
    const line = { organisationId, at: new Date(), actor: { id: null, name: 'Setup' } }
    await writeAudits(db, [
      { ...line, action: 'organisation created', kind: 'organisation', subjectId: organisationId },
      { ...line, action: 'portal user created', kind: 'portalUser', subjectId: userId },
    ])
  })
}
