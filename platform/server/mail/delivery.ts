import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Log } from '../config/log.ts'
import type { JobData, Queue } from '../jobs/jobs.ts'
import { type Database, wholeOrganisation } from '../postgres/db.ts'
import { MAIL_QUEUE, type Mail } from './mail.ts'

/** Hands a mail on; throws when it could not. The id makes its Message-ID: sent twice, it is the same mail. */
export type Transport = { send(id: string, mail: Mail): Promise<void>; close(): void }

/** How long a mail server may take to answer, in ms; less than a job may take before it counts as lost. */
const PATIENCE_MS = 20_000

const messageOf = (from: string, id: string, { to, subject, body }: Mail) => ({
  from,
  to: { name: '', address: to },
  subject,
  text: body,
  messageId: `<${id}@${from.split('@').at(-1)!.replace('>', '')}>`,
})

/** Mails go out through the server of an smtp:// or smtps:// address. */
export function smtpTransport(url: string, from: string): Transport {
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (id, mail) => {
      await smtp.sendMail(messageOf(from, id, mail))
    },
    close: () => smtp.close(),
  }
}

/** Mails are written to a folder as .eml files that a mail program opens, readable by their owner alone. */
export function outboxTransport(folder: string, from: string): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (id, mail) => {
      const { message } = await composer.sendMail(messageOf(from, id, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${id}`)
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, join(folder, `${id}.eml`))
    },
    close: () => composer.close(),
  }
}

/** The jobs that send what `createMailer` queued: for more than a day, if the mail server is away that long. */
export const mailQueue = (database: Database, transport: Transport, log: Log): Queue => ({
  name: MAIL_QUEUE,
  retries: 40,
  retryAfter: 5,
  run: (data) => deliver(database, transport, log, data),
})

/** The server said that this recipient will never take it. Anything else, a wrong password included, may change. */
function isForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}

/**
 * Sends one stored mail, once as far as SMTP allows: it is marked as sent after the server took it, and in the moment
 * between the two a crash makes it go out again, with the same Message-ID.
 */
async function deliver(database: Database, transport: Transport, log: Log, { organisationId, id }: JobData): Promise<void> {
  const asTenant = wholeOrganisation(organisationId)
  const mail = await database.inTenant(asTenant, (db) =>
    db
      .selectFrom('mails')
      .select(['to_address as to', 'subject', 'body'])
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!mail) return
  const done = await transport.send(id, mail).then(
    () => ({ sent_at: new Date() }),
    (error: unknown) => {
      if (!isForGood(error)) throw error
      log.warn({ mail: id, code: (error as { responseCode: number }).responseCode }, 'a mail was refused for good')
      return { failed_at: new Date() }
    },
  )
  // Links and codes are for their reader alone; to whom, of what and when is kept.
  const ended = { ...done, body: '' }
  await database.inTenant(asTenant, (db) => db.updateTable('mails').set(ended).where('id', '=', id).execute())
}
