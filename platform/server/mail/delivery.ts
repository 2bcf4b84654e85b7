import nodemailer from 'nodemailer'
import type { Log } from '../config/log.ts'
import type { JobData, Queue } from '../jobs/jobs.ts'
import { type Database, type Db, wholeOrganisation } from '../postgres/db.ts'
import { MAIL_QUEUE, type Mail } from './mail.ts'

/** An e-mail as plain text, and as HTML too where it has `html`. */
export type Letter = Pick<Mail, 'to' | 'subject' | 'body' | 'attachment'> & {
  readonly html?: string
  /** The name of the sender, instead of that of `MAIL_FROM`. */
  readonly senderName?: string
  /** Whose e-mail it is; an outbox folder notes it, so that an organisation erases from its own only. */
  readonly organisationId?: string
}
/** Sends an e-mail or throws. The Message-ID is derived from the id, so that an e-mail sent twice is recognised. */
export type Transport = { send(id: string, mail: Letter): Promise<void>; close(): void }

/** Timeout of the mail server in ms; below the time after which a job counts as lost. */
const SMTP_TIMEOUT_MS = 20_000

/** Connections of a transport to its mail server. */
export const SMTP_CONNECTIONS = 5
/** A picture is part of the HTML, which refers to it by its name. */
const isPicture = (type: string | null) => type?.startsWith('image/') ?? false

const addressOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()

/**
 * All e-mails of the product are written by a program: RFC 3834 asks others not to answer them, and so does Exchange's own header.
 * None has List-Unsubscribe: no recipient can end them by a link.
 */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** What is sent: an e-mail with its sender, its headers and a Message-ID. `from` is `MAIL_FROM`. */
export const messageOf = (from: string, id: string, { to, subject, body, html, senderName, attachment }: Letter) => ({
  from: senderName ? { name: senderName.replace(/\s+/g, ' '), address: addressOf(from) } : from,
  headers: HEADERS,
  to: { name: '', address: to },
  subject,
  text: body,
  ...(html && { html }),
  ...(attachment && {
    attachments: [
      {
        filename: attachment.name,
        contentType: attachment.type,
        content: attachment.content,
        ...(isPicture(attachment.type) && { cid: attachment.name, contentDisposition: 'inline' as const }),
      },
    ],
  }),
  messageId: `<${id}@${addressOf(from).split('@').at(-1)}>`,
})

/**
 * Sends through the mail server of an smtp:// or smtps:// address.
 * @param timeoutMs how long the server may be silent
 */
export function smtpTransport(url: string, from: string, timeoutMs = SMTP_TIMEOUT_MS): Transport {
  const smtp = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    // A server that closes the connection may have taken the e-mail: the callers retry, after a pause.
    maxRequeues: 0,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
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

/** The text of an e-mail, and the name of its picture. */
type Content = { readonly body: string; readonly language: string | null; readonly picture: string | null }
/** Makes the HTML of an e-mail from its text, in the transaction of its tenant. */
export type FrameOf = (db: Db, content: Content) => Promise<string>

/** The jobs that send queued e-mails; retried for more than a day while the mail server is unavailable. */
export const mailQueue = (database: Database, transport: Transport, log: Log, frameOf: FrameOf): Queue => ({
  name: MAIL_QUEUE,
  retries: 40,
  retryAfter: 5,
  run: (data) => deliver({ database, transport, log, frameOf }, data),
})

/**
 * Whether the server rejected this recipient or message permanently (RFC 5321 §4.2.1: 5yz). Any other error is retried: 4yz, a
 * connection, a wrong password, a sender that the server does not accept.
 */
export function isPermanent(error: unknown): boolean {
  const { code, command, responseCode = 0 } = error as { code?: string; command?: string; responseCode?: number }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500
}

type Delivery = {
  readonly database: Database
  readonly transport: Transport
  readonly log: Log
  readonly frameOf: FrameOf
}

/**
 * Sends a stored e-mail once, as far as SMTP allows: after a crash between the server's acceptance and the commit it is sent
 * again with the same Message-ID.
 */
async function deliver({ database, transport, log, frameOf }: Delivery, { organisationId, id }: JobData): Promise<void> {
  const asTenant = wholeOrganisation(organisationId)
  const mail = await database.inTenant(asTenant, async (db) => {
    const row = await db
      .selectFrom('mails')
      .select(['to_address as to', 'subject', 'body', 'html', 'language'])
      .select(['attachment', 'attachment_name', 'attachment_type'])
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('failed_at', 'is', null)
      .executeTakeFirst()
    const picture = row && isPicture(row.attachment_type) ? row.attachment_name : null
    if (!row) return undefined
    const { name } = await db.selectFrom('organisations').select('name').executeTakeFirstOrThrow()
    return { ...letterOf(row), senderName: name, html: row.html ?? (await frameOf(db, { ...row, picture })) }
  })
  if (!mail) return
  const outcome = await transport.send(id, { ...mail, organisationId }).then(
    () => ({ sent_at: new Date() }),
    (error: unknown) => {
      if (!isPermanent(error)) throw error
      log.warn({ mail: id, code: (error as { responseCode: number }).responseCode }, 'e-mail rejected permanently')
      return { failed_at: new Date() }
    },
  )
  // The body and the file may contain links, codes and personal data; recipient, subject and time remain.
  const finished = { ...outcome, body: '', html: null, attachment: null }
  await database.inTenant(asTenant, (db) => db.updateTable('mails').set(finished).where('id', '=', id).execute())
}

type MailRow = Pick<Letter, 'to' | 'subject' | 'body'> & {
  readonly attachment: Buffer | null
  readonly attachment_name: string | null
  readonly attachment_type: string | null
}
/** An e-mail as it is stored. */
export const letterOf = ({ to, subject, body, attachment, attachment_name, attachment_type }: MailRow): Letter => ({
  ...{ to, subject, body },
  ...(attachment && { attachment: { name: attachment_name ?? '', type: attachment_type ?? '', content: attachment } }),
})
