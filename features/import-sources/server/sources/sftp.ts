import { constants } from 'node:fs'
import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { MAX_FILE_BYTES } from '#features/imports/rules.ts'
import { t } from '../../messages.ts'
import { connectSsh } from './host-key.ts'
import { isFetched, MAX_LISTED, type Open, putAwayName, type Remote, readAtMost, remoteFile, SourceFailure } from './source.ts'

/** Of the SFTP protocol. */
const END_OF_LIST = 1
/** Questions that a server is sent before it has answered the first one. */
const AT_ONCE = 20

/** Opens a folder of an SFTP server. Its key is checked before the password is sent. */
export const openSftp: Open = async (source, address, signal) => {
  const { client, fingerprint } = await connectSsh(source, address, signal)
  try {
    client.setNoDelay(true)
    const sftp = await answer<SFTPWrapper>((done) => client.sftp(done))
    const folder = source.path || '.'
    const of = (remote: Remote) => posix.join(folder, remote.name)
    return {
      fingerprint,
      maxBytes: MAX_FILE_BYTES,
      list: () => listFolder(sftp, folder),
      fetch: async (remote) => {
        const stream = sftp.createReadStream(of(remote)) as AsyncIterable<Buffer>
        return { files: [{ name: remote.name, bytes: await readAtMost(stream, MAX_FILE_BYTES) }] }
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
    throw error
  }
}

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
  const named = entries.filter(({ filename }) => isFetched(filename))
  const files: Remote[] = []
  for (let at = 0; at < named.length; at += AT_ONCE) {
    const some = await Promise.all(named.slice(at, at + AT_ONCE).map((entry) => fileOf(sftp, folder, entry)))
    files.push(...some.filter((file) => file !== null))
  }
  return files
}

type Attributes = Partial<Pick<Stats, 'mode' | 'size' | 'mtime'>>

/**
 * What a type is by a mode, and by the first letter of a long name, as `ls -l` prints it. Both are optional (draft-ietf-secsh-filexfer-02
 * §5, §7), and some servers send permissions without the type.
 */
function typeOf({ mode = 0 }: Attributes, longName = ''): 'file' | 'link' | 'other' | 'unknown' {
  const type = mode & constants.S_IFMT
  if (type === constants.S_IFREG) return 'file'
  if (type === constants.S_IFLNK) return 'link'
  if (type !== 0) return 'other'
  const letter = /^([a-zA-Z-])[-rwxsStTlL]{9}[.+@]?\s/.exec(longName)?.[1]
  if (letter === 'l') return 'link'
  if (letter === undefined) return /\s<DIR>\s/.test(longName) ? 'other' : 'unknown'
  return letter === '-' ? 'file' : 'other'
}

/** A listed file, or null for what is none. What a link leads to, and what the list does not say, the server is asked for. */
async function fileOf(
  sftp: SFTPWrapper,
  folder: string,
  { filename, longname, attrs }: FileEntryWithStats,
): Promise<Remote | null> {
  const listed: Attributes = attrs
  let type = typeOf(listed, longname)
  if (type === 'other') return null
  let { size, mtime } = listed
  if (type !== 'file' || size === undefined || !mtime) {
    const asked = await answer<Attributes>((done) => sftp.stat(posix.join(folder, filename), done)).catch(() => null)
    // A link that leads nowhere.
    if (!asked && type === 'link') return null
    const askedType = asked ? typeOf(asked) : 'unknown'
    if (askedType !== 'unknown') type = askedType
    if (type === 'other') return null
    size = asked?.size ?? size
    mtime = asked?.mtime || mtime
  }
  return remoteFile(filename, size, mtime)
}

/** The result of a call that ends with `done(error, result)`. */
const answer = <T = void>(call: (done: (error: Error | null | undefined, result: T) => void) => unknown): Promise<T> =>
  new Promise((done, failed) => {
    call((error, result) => (error ? failed(error) : done(result)))
  })
