import { newId } from '#platform/ids.ts'
import type { Db } from './db.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly body: string }
export type Mailer = {
  /** Puts a mail into the transaction's outbox; it goes out after the commit, and not at all if there is none. */
  queue(db: Db, organisationId: string, mail: Mail): Promise<void>
}

/** Stores the mail and hands its id to `send`, which enqueues the job in the same transaction. */
export const createMailer = (send: (db: Db, organisationId: string, mailId: string) => Promise<void>): Mailer => ({
  queue: async (db, organisationId, { to, subject, body }) => {
    const id = newId()
    await db.insertInto('mails').values({ organisation_id: organisationId, id, to_address: to, subject, body }).execute()
    await send(db, organisationId, id)
  },
})
