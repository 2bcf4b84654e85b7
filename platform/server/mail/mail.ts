import { newId } from '#platform/ids.ts'
import type { Db } from '../postgres/db.ts'

/** Queue of the jobs that send e-mails. */
export const MAIL_QUEUE = 'mail'

/**
 * `about`: id of the person in the e-mail, which is deleted when they are erased. `html`: null gets it from the text.
 * `language`: the tag of the language of its texts.
 */
export type Mail = {
  readonly to: string
  readonly subject: string
  readonly body: string
  readonly about?: string
  readonly html?: string | null
  readonly language?: string
  /** A file, in addition to the text. A picture is shown below it. */
  readonly attachment?: Attachment
}
/** A file of an e-mail: its name, its media type and its bytes. */
export type Attachment = { readonly name: string; readonly type: string; readonly content: Buffer }
export type Mailer = {
  /** Stores an e-mail in the transaction; it is sent after the commit, or not at all if the transaction rolls back. */
  queue(db: Db, organisationId: string, mail: Mail): Promise<void>
}

/** `send` enqueues the job of a stored e-mail in the same transaction. */
export const createMailer = (send: (db: Db, organisationId: string, mailId: string) => Promise<void>): Mailer => ({
  queue: async (db, organisationId, { to, subject, body, about = null, html = null, language = null, attachment }) => {
    const id = newId()
    const row = { organisation_id: organisationId, id, to_address: to, subject, body, about, html, language }
    const file = attachment && {
      attachment: attachment.content,
      attachment_name: attachment.name,
      attachment_type: attachment.type,
    }
    await db
      .insertInto('mails')
      .values({ ...row, ...file })
      .execute()
    await send(db, organisationId, id)
  },
})

/** Days for which a sent or failed e-mail is stored as proof. */
export const RETENTION_DAYS = 30

/** Deletes an organisation's old e-mails. */
export async function purgeMails(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString())
    .execute()
}
