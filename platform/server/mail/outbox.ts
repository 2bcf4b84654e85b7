import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import PostalMime from 'postal-mime'
import { escapePattern } from '#platform/html.ts'
import { messageOf, type Transport } from './delivery.ts'
import { RETENTION_DAYS } from './mail.ts'

// Without a mail server, e-mails are files of a folder.

/** A header of these files: whose e-mail it is. */
const ORGANISATION = 'X-Organisation'

export const outboxOf = (dataDir: string): string => join(dataDir, 'outbox')

/** Writes .eml files to a folder, readable only by their owner. */
export function outboxTransport(folder: string, from: string): Transport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (id, mail) => {
      const { headers, ...letter } = messageOf(from, id, mail)
      const own = mail.organisationId && { [ORGANISATION]: mail.organisationId }
      const { message } = await composer.sendMail({ ...letter, headers: { ...headers, ...own } })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = join(folder, `.${id}`)
      await writeFile(draft, message as Buffer, { mode: 0o600 })
      await rename(draft, join(folder, `${id}.eml`))
    },
    close: () => composer.close(),
  }
}

/** Deletes the files that are older than e-mails in the database may be, also those that a crash has left unfinished. */
export async function purgeOutbox(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const path of names.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now.getTime() }))
    if (mtimeMs < now.getTime() - RETENTION_DAYS * 86_400_000) await rm(path, { force: true })
  }
}

/** Words that occur in others, such as short names, would delete the e-mails of everybody. */
const MIN_WORD = 3
/** Larger ones have a file. */
const MAX_SEARCHED = 1_000_000

/**
 * Deletes the e-mails of an organisation that name a person who was erased: to one of these addresses, or with one of these names
 * in subject or text. One with a file is not searched and deleted too: it may be a report that lists the person. A file that
 * cannot be read or deleted stays until it is old.
 */
export async function eraseFromOutbox(folder: string, organisationId: string, words: readonly string[]): Promise<void> {
  const wanted = words.filter((word) => word.trim().length >= MIN_WORD).map(wholeWord)
  const names = await readdir(folder).catch(() => [])
  for (const path of names.filter((name) => name.endsWith('.eml')).map((name) => join(folder, name))) {
    const content = await readFile(path).catch(() => Buffer.alloc(0))
    if (!content.includes(`${ORGANISATION}: ${organisationId}`)) continue
    if (content.length > MAX_SEARCHED || (await mayName(content, wanted))) await rm(path, { force: true }).catch(() => undefined)
  }
}
const wholeWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(word)}(?![\\p{L}\\p{N}])`, 'iu')

async function mayName(content: Buffer, wanted: readonly RegExp[]): Promise<boolean> {
  const mail = await PostalMime.parse(content).catch(() => null)
  if (!mail) return true
  const searched = [JSON.stringify(mail.to), mail.subject, mail.text, mail.html].join('\n')
  return mail.attachments.some(({ mimeType }) => !mimeType.startsWith('image/')) || wanted.some((word) => word.test(searched))
}
