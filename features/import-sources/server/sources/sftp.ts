import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { Client, type FileEntryWithStats, type SFTPWrapper } from 'ssh2'
import { MAX_FILE_BYTES } from '#features/imports/rules.ts'
import { t } from '../../messages.ts'
import {
  isFetched,
  MAX_LISTED,
  type Open,
  putAwayName,
  type Remote,
  readAtMost,
  SourceFailure,
  STEP_MS,
  Unexpected,
} from './source.ts'

/** Of the SFTP protocol. */
const END_OF_LIST = 1

/** SHA-256 of a host's key, as `ssh-keygen -l` shows it. */
const fingerprintOf = (key: Buffer): string => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
const isSame = (seen: string, expected: string): boolean =>
  seen.slice('SHA256:'.length) === expected.replace(/^sha256:/i, '').replace(/=+$/, '')

/** Opens a folder of an SFTP server. Its key is checked before the password is sent. */
export const openSftp: Open = async ({ port, userName, password, path, fingerprint }, address, signal) => {
  const client = new Client()
  let seen = ''
  let isDenied = false
  const ready = new Promise<void>((done, failed) => {
    client.once('ready', done).on('error', failed)
    client.once('close', () => failed(new Unexpected('The connection was closed.')))
  })
  signal.addEventListener('abort', () => client.destroy())
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => finish(prompts.map(() => password)))
  client.connect({
    host: address,
    port,
    username: userName,
    password,
    tryKeyboard: true,
    readyTimeout: STEP_MS,
    hostVerifier: (key: Buffer) => {
      seen = fingerprintOf(key)
      isDenied = fingerprint !== null && !isSame(seen, fingerprint)
      return !isDenied
    },
  })
  try {
    await ready
    client.setNoDelay(true)
    const sftp = await answer<SFTPWrapper>((done) => client.sftp(done))
    const folder = path || '.'
    const of = (remote: Remote) => posix.join(folder, remote.name)
    return {
      fingerprint: seen,
      maxBytes: MAX_FILE_BYTES,
      list: () => listFolder(sftp, folder),
      fetch: async (remote) => {
        const stream = sftp.createReadStream(of(remote)) as AsyncIterable<Buffer>
        return [{ name: remote.name, bytes: await readAtMost(stream, MAX_FILE_BYTES) }]
      },
      putAway: async (remote, to) => {
        const target = posix.join(folder, to)
        await answer((done) => sftp.mkdir(target, done)).catch(() => {})
        await answer((done) => sftp.rename(of(remote), posix.join(target, putAwayName(remote.name)), done)).catch(() => {})
      },
      close: async () => {
        client.end()
      },
    }
  } catch (error) {
    client.destroy()
    if (isDenied) throw new SourceFailure(t('FailedFingerprint', { fingerprint: seen }))
    throw isNoSsh(error) && !seen ? new SourceFailure(t('FailedNoSsh', { port: String(port) })) : error
  }
}

/** Before a server has shown its key: it sent something else, or closed the connection. */
const isNoSsh = (error: unknown): boolean =>
  error instanceof Unexpected || ['protocol', 'handshake'].includes(String((error as { level?: unknown }).level))

/** The files of a folder; a folder that cannot be read is a reason for the user. */
async function listFolder(sftp: SFTPWrapper, folder: string): Promise<Remote[]> {
  const handle = await answer<Buffer>((done) => sftp.opendir(folder, done)).catch(() => {
    throw new SourceFailure(t('FailedPath', { path: folder }))
  })
  const entries: FileEntryWithStats[] = []
  try {
    for (;;) {
      const some = await answer<FileEntryWithStats[]>((done) => sftp.readdir(handle, done))
      entries.push(...some)
      if (entries.length > MAX_LISTED) throw new SourceFailure(t('FailedTooMany', { max: MAX_LISTED }))
    }
  } catch (error) {
    if ((error as { code?: unknown }).code !== END_OF_LIST) throw error
  } finally {
    sftp.close(handle, () => {})
  }
  return entries
    .filter(({ filename, attrs }) => attrs.isFile() && isFetched(filename))
    .map(({ filename, attrs }) => ({ key: `${filename} ${attrs.size} ${attrs.mtime}`, name: filename, size: attrs.size }))
}

/** The result of a call that ends with `done(error, result)`. */
const answer = <T = void>(call: (done: (error: Error | null | undefined, result: T) => void) => unknown): Promise<T> =>
  new Promise((done, failed) => {
    call((error, result) => (error ? failed(error) : done(result)))
  })
