import { isIP } from 'node:net'
import { PassThrough } from 'node:stream'
import { Client, FileType, FTPError } from 'basic-ftp'
import { MAX_FILE_BYTES } from '#features/imports/rules.ts'
import { t } from '../../messages.ts'
import {
  isFetched,
  MAX_LISTED,
  type Open,
  putAwayName,
  type Remote,
  readAtMost,
  remoteFile,
  SourceFailure,
  STEP_MS,
} from './source.ts'

/** The port at which FTP servers expect SSL from the first byte. */
const IMPLICIT_SSL = 990
/** Largest list of a folder that is read. */
const MAX_LIST_BYTES = 2_000_000
const NOT_LOGGED_IN = 530

/** The size of the file that a link leads to; null for a folder, for nothing, and where the server does not say it. */
const sizeBehind = (client: Client, name: string): Promise<number | null> =>
  client.size(name).catch((error) => {
    if (error instanceof FTPError) return null
    throw error
  })

/** Opens a folder of an FTP server. Data connections go to the address that was checked, whatever the server names. */
export const openFtp: Open = async ({ host, port, userName, password, path, usesSsl }, address, signal) => {
  const client = new Client(STEP_MS, { allowSeparateTransferHost: false, maxListingBytes: MAX_LIST_BYTES })
  signal.addEventListener('abort', () => client.close())
  try {
    await client.access({
      host: address,
      port,
      user: userName,
      password,
      secure: usesSsl && port === IMPLICIT_SSL ? 'implicit' : usesSsl,
      // The certificate is that of the name, not of the address.
      secureOptions: isIP(host) ? {} : { servername: host },
    })
    await client.cd(path).catch((error) => {
      throw error instanceof FTPError ? new SourceFailure(t('FailedPath', { path })) : error
    })
    return {
      fingerprint: '',
      maxBytes: MAX_FILE_BYTES,
      list: async () => {
        const files = await client.list()
        if (files.length > MAX_LISTED) throw new SourceFailure(t('FailedTooMany', { max: MAX_LISTED }))
        const listed: Remote[] = []
        for (const { name, type, ...file } of files) {
          if (type === FileType.Directory || !isFetched(name)) continue
          const size = type === FileType.SymbolicLink ? await sizeBehind(client, name) : file.size
          if (size !== null) listed.push(remoteFile(name, size, file.modifiedAt?.toISOString() ?? file.rawModifiedAt))
        }
        return listed
      },
      fetch: async ({ name }) => {
        const stream = new PassThrough()
        const [bytes] = await Promise.all([readAtMost(stream, MAX_FILE_BYTES), client.downloadTo(stream, name)])
        return { files: [{ name, bytes }] }
      },
      putAway: async ({ name }: Remote, folder) => {
        await client.sendIgnoringError(`MKD ${folder}`)
        await client.rename(name, `${folder}/${putAwayName(name)}`).catch(() => {})
      },
      close: async () => client.close(),
    }
  } catch (error) {
    const hasTls = client.ftp.hasTLS
    client.close()
    if (!(error instanceof FTPError)) throw error
    // It refused to begin with TLS, before a name or a password was sent.
    if (usesSsl && !hasTls) throw new SourceFailure(t('FailedNoTls', { port: String(port) }))
    throw error.code === NOT_LOGGED_IN ? new SourceFailure(t('FailedLogin')) : error
  }
}
