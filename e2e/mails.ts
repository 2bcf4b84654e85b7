import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The e-mails to an address in the outbox folder, oldest first. */
export async function mailsTo(dataDir: string, email: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox')
  const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml')).sort()
  const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`)).map(plain)
}
/** A mail's text as a mail program shows it (quoted-printable). */
const plain = (mail: string) =>
  mail.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
