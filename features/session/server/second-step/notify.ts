import { textIn } from '#features/resources/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../second-step-mail-messages.ts'

/** Mails the owner that a second step of the sign-in has changed, in the transaction of the change. */
export async function notifyOwner(db: Db, mailer: Mailer, userId: string, what: Message): Promise<void> {
  const user = await db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select(['u.first_name', 'u.email', 'u.language', 'o.id as organisation_id', 'o.name', 'o.culture'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  const language = user.language ?? user.culture
  await mailer.queue(db, user.organisation_id, {
    to: user.email,
    language,
    subject: textIn(language, t('MailSecondStepSubject', { organisation: user.name })),
    body: textIn(language, t('MailSecondStepBody', { name: user.first_name, what: textIn(language, what) })),
  })
}
