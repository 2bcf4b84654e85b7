import { textIn } from '#features/resources/server/api.ts'
import { endPasswordLinks, newPasswordLink } from '#features/session/server/api.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { limit } from '#platform/server/security/limits.ts'
import { INVITATION_DAYS, INVITATIONS_PER_HOUR } from '../contract.ts'
import { t } from '../mail-messages.ts'

export type InvitationDeps = { readonly keys: Keys; readonly mailer: Mailer; readonly publicUrl: string }
/** Counts the invitations of each person who invites. */
export const invitationsOf = ({ database }: { readonly database: Database }) =>
  limit(database.pool, 'invitations', INVITATIONS_PER_HOUR, 3600)

type Invited = { readonly id: string; readonly firstName: string; readonly email: string }

/** Mails a user a single-use link to choose a password; links before it end. */
export async function sendInvitation(
  { db, tenant, audit }: TransactionContext,
  deps: InvitationDeps,
  { id, firstName, email }: Invited,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
): Promise<void> {
  const organisation = await db
    .selectFrom('organisations')
    .select(['id', 'name', 'system_name', 'culture'])
    .where('id', '=', tenant.organisationId)
    .executeTakeFirstOrThrow()
  await endPasswordLinks(db, [id], now)
  const minutes = INVITATION_DAYS * 24 * 60
  const link = await newPasswordLink(db, deps, { organisation, userId: id, minutes, isFirst: true }, now)
  await db.updateTable('portal_users').set({ invited_at: now }).where('id', '=', id).execute()
  const values = {
    name: firstName,
    inviter: caller.name,
    organisation: organisation.name,
    systemName: organisation.system_name,
    email,
    days: INVITATION_DAYS,
    link,
    portal: `${deps.publicUrl}/portal/`,
  }
  await deps.mailer.queue(db, organisation.id, {
    to: email,
    language: organisation.culture,
    subject: textIn(organisation.culture, t('MailInvitationSubject', values)),
    body: textIn(organisation.culture, t('MailInvitationBody', values)),
  })
  await audit('portal user invited', id)
}

type Former = { readonly firstName: string; readonly email: string; readonly actor: string }

/** Tells the former address that a user signs in with another one: whoever has the new mailbox has the account. */
export async function notifyFormerAddress(
  db: Db,
  { organisationId }: Tenant,
  { mailer }: InvitationDeps,
  former: Former,
): Promise<void> {
  const { name, culture } = await db
    .selectFrom('organisations')
    .select(['name', 'culture'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  const values = { name: former.firstName, actor: former.actor, organisation: name }
  await mailer.queue(db, organisationId, {
    to: former.email,
    language: culture,
    subject: textIn(culture, t('MailEmailChangedSubject', values)),
    body: textIn(culture, t('MailEmailChangedBody', values)),
  })
}
