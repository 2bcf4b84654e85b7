import { newId } from '#platform/ids.ts'
import type { Db } from '../postgres/db.ts'

/** Queue of the jobs that send mails. */
export const MAIL_QUEUE = 'mail'

/** `about`: the resident or the registration that it tells of, so that it goes when they are erased. */
export type Mail = { readonly to: string; readonly subject: string; readonly body: string; readonly about?: string }
export type Mailer = {
  /** Puts a mail into the transaction's outbox; it goes out after the commit, and not at all if there is none. */
  queue(db: Db, organisationId: string, mail: Mail): Promise<void>
}

/** Stores the mail and hands its id to `send`, which enqueues the job in the same transaction. */
export const createMailer = (send: (db: Db, organisationId: string, mailId: string) => Promise<void>): Mailer => ({
  queue: async (db, organisationId, { to, subject, body, about = null }) => {
    const id = newId()
    await db.insertInto('mails').values({ organisation_id: organisationId, id, to_address: to, subject, body, about }).execute()
    await send(db, organisationId, id)
  },
})

/** Days for which a mail that went out (or never will) is kept, to answer 'did you send it?'. */
const KEPT_DAYS = 30

/** Forgets an organisation's old mails. */
export async function purgeMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString())
    .execute()
}
