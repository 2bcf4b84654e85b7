import { sql } from 'kysely'
import { generalSettings } from '#features/general-settings/server/api.ts'
import { textIn } from '#features/resources/server/api.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#platform/permissions.ts'
import { personName } from '#platform/person-name.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../messages.ts'
import { type RegistrationType, VERIFICATION_HOURS } from '../rules.ts'

export type Mailing = { readonly mailer: Mailer; readonly publicUrl: string }

/** The tenant's organisation, for its mails. */
export const organisationOf = (db: Db) =>
  db.selectFrom('organisations').select(['id', 'name', 'system_name', 'culture']).executeTakeFirstOrThrow()

type Recipient = { readonly id: string; readonly email: string; readonly language: string }
type Registrant = Recipient & { readonly first_name: string }

/**
 * Sends the link that verifies an e-mail. The address may belong to another person, so the mail contains nothing else from
 * the form.
 */
export async function mailVerification(
  db: Db,
  { mailer, publicUrl }: Mailing,
  kind: RegistrationType,
  { id, email, language }: Recipient,
  token: string,
): Promise<void> {
  const organisation = await organisationOf(db)
  const query = new URLSearchParams({ token, org: organisation.system_name })
  const values = {
    organisation: organisation.name,
    hours: VERIFICATION_HOURS,
    link: `${publicUrl}/portal/#/${kind}/verifyregistration?${query}`,
  }
  await mailer.queue(db, organisation.id, {
    to: email,
    about: id,
    language,
    subject: textIn(language, t('MailVerifySubject', values)),
    body: textIn(language, t('MailVerifyBody', values)),
  })
}

const REVIEWS = { resident: 'EditResidentRegistration', agent: 'EditAgentRegistration' } as const

/** Tells the reviewers of a verified registration, each in their language. */
export async function mailReviewers(db: Db, { mailer, publicUrl }: Mailing, kind: RegistrationType, id: string): Promise<void> {
  const organisation = await organisationOf(db)
  const registration = await db
    .selectFrom('registrations')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  for (const reviewer of await reviewAddresses(db, kind, id)) {
    const language = reviewer.language ?? organisation.culture
    const values = {
      name: personName(registration.first_name, registration.last_name),
      reviewer: reviewer.first_name ?? organisation.name,
      organisation: organisation.name,
      link: `${publicUrl}/portal/#/${kind}/${id}/review`,
    }
    await mailer.queue(db, organisation.id, {
      to: reviewer.email,
      about: id,
      language,
      subject: textIn(language, t('MailReviewSubject', values)),
      body: textIn(language, t('MailReviewBody', values)),
    })
  }
}

type Reviewer = { readonly email: string; readonly first_name: string | null; readonly language: string | null }

/**
 * Who hears of a registration to review: the addresses of the general settings, otherwise every reviewer. An address of a portal
 * user is left out if that user may not review it.
 */
async function reviewAddresses(db: Db, kind: RegistrationType, id: string): Promise<readonly Reviewer[]> {
  const reviewers = await reviewersOf(db, kind, id)
  const { ReviewEmails } = await generalSettings(db)
  if (ReviewEmails.length === 0) return reviewers
  const addresses = [...new Set(ReviewEmails.map((address) => address.toLowerCase()))]
  const users = await db
    .selectFrom('portal_users')
    .select(sql<string>`lower(email)`.as('address'))
    .where('deleted_at', 'is', null)
    .where(sql`lower(email)`, '=', anyOf(addresses))
    .execute()
  return addresses.flatMap((address): readonly Reviewer[] => {
    const reviewer = reviewers.find(({ email }) => email.toLowerCase() === address)
    if (reviewer) return [reviewer]
    return users.some((user) => user.address === address) ? [] : [{ email: address, first_name: null, language: null }]
  })
}

/** Portal users whose role may review the registration and who see one of its properties. */
function reviewersOf(db: Db, kind: RegistrationType, id: string) {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => ROLE_PERMISSIONS[role].includes(REVIEWS[kind]))
  const idsOf = (some: readonly Role[]) => some.map((role) => ROLES[role].id)
  const all = idsOf(roles.filter((role) => ROLES[role].everyProperty))
  const some = idsOf(roles.filter((role) => !ROLES[role].everyProperty))
  return db
    .selectFrom('portal_users as u')
    .select(['u.first_name', 'u.email', 'u.language'])
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('u.role_id', '=', anyOf(all)),
        eb.and([
          eb('u.role_id', '=', anyOf(some)),
          eb.exists(
            eb
              .selectFrom('portal_user_properties as up')
              .innerJoin('registration_properties as gp', 'gp.property_id', 'up.property_id')
              .select('up.property_id')
              .whereRef('up.portal_user_id', '=', 'u.id')
              .where('gp.registration_id', '=', id),
          ),
        ]),
      ]),
    )
    .orderBy('u.id')
    .execute()
}

/** Mails an approval; to an agent with the user name, never with the PIN. */
export async function mailApproval(db: Db, { mailer }: Mailing, to: Registrant, userName?: string): Promise<void> {
  const organisation = await organisationOf(db)
  const values = { name: to.first_name, organisation: organisation.name, userName: userName ?? '' }
  await mailer.queue(db, organisation.id, {
    to: to.email,
    about: to.id,
    language: to.language,
    subject: textIn(to.language, t('MailApprovedSubject', values)),
    body: textIn(to.language, t(userName === undefined ? 'MailApprovedBody' : 'MailApprovedAgentBody', values)),
  })
}

/** Mails a rejection, without the reviewer's comments, which are for staff. */
export async function mailRejection(db: Db, { mailer }: Mailing, to: Registrant): Promise<void> {
  const organisation = await organisationOf(db)
  const values = { name: to.first_name, organisation: organisation.name }
  await mailer.queue(db, organisation.id, {
    to: to.email,
    about: to.id,
    language: to.language,
    subject: textIn(to.language, t('MailRejectedSubject', values)),
    body: textIn(to.language, t('MailRejectedBody', values)),
  })
}
