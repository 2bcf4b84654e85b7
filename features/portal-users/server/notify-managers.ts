import { textIn } from '#features/resources/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { ROLES } from '#platform/permissions.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { t } from '../mail-messages.ts'

/** Organisations have a few managers; a mail to more would be a flood. */
const MAX_MANAGERS = 100

/**
 * Mails each active manager of the organisation, and its super administrators, what was changed about who has power in it, in the
 * transaction of the change. `what`: a sentence, and lines below it.
 */
export async function notifyManagers(
  db: Db,
  mailer: Mailer,
  { organisationId }: Tenant,
  ...what: readonly [Message, ...Message[]]
): Promise<void> {
  const managers = await db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select(['u.first_name', 'u.email', 'u.language', 'o.name', 'o.culture'])
    .where('u.role_id', 'in', [ROLES.organisationmanager.id, ROLES.superadmin.id])
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.id')
    .limit(MAX_MANAGERS)
    .execute()
  for (const { first_name, email, language, name, culture } of managers) {
    const spoken = language ?? culture
    await mailer.queue(db, organisationId, {
      to: email,
      language: spoken,
      subject: textIn(spoken, t('MailPowerChangedSubject', { organisation: name })),
      body: textIn(
        spoken,
        t('MailPowerChangedBody', { name: first_name, what: what.map((line) => textIn(spoken, line)).join('\n') }),
      ),
    })
  }
}
