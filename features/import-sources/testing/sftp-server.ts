import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, renameSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2, { type Algorithms, type AuthContext, type SFTPWrapper } from 'ssh2'

const { STATUS_CODE } = ssh2.utils.sftp
const KEYS = {
  rsa: () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    }).privateKey,
  ecdsa: () =>
    generateKeyPairSync('ec', {
      namedCurve: 'prime256v1',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'sec1', format: 'pem' },
    }).privateKey,
  // ssh2 writes some keys of this kind that it cannot read.
  ed25519: () => {
    for (;;) {
      const key = ssh2.utils.generateKeyPairSync('ed25519').private
      if (!(ssh2.utils.parseKey(key) instanceof Error)) return key
    }
  },
}
export type KeyKind = keyof typeof KEYS

/** What a server says of a file: its attributes, and its line as `ls -l` prints it. */
export type Said = { readonly longname: string; readonly attrs: Readonly<Record<string, number>> }
type Options = {
  readonly port?: number
  /** Replaces the list of the folder. */
  readonly entries?: readonly string[]
  /** Refuses to move files. */
  readonly keepsFiles?: boolean
  readonly keys?: readonly KeyKind[]
  /** What the server offers, where it is not what ssh2 does. */
  readonly algorithms?: Algorithms
  /** What the list says of a file, and what the server answers when it is asked for it alone; null for an error. */
  readonly says?: (path: string) => Said
  readonly answers?: (path: string) => Said['attrs'] | null
}

/** An SFTP server on a folder, for the user desk with the password right. */
export async function startSftpServer(
  folder: string,
  { port = 0, entries, keepsFiles = false, keys = ['rsa'], algorithms, says, answers }: Options = {},
) {
  const hostKeys = keys.map((kind) => KEYS[kind]())
  const sent = { passwords: 0 }
  const server = new ssh2.Server({ hostKeys, ...(algorithms && { algorithms }) }, (client) => {
    client.on('error', () => {})
    // Small packets wait for each other otherwise; the types do not have it.
    ;(client as unknown as { setNoDelay(): void }).setNoDelay()
    client.on('authentication', (context: AuthContext) => {
      if (context.method === 'password') sent.passwords += 1
      const isRight = context.method === 'password' && context.username === 'desk' && context.password === 'right'
      if (isRight) context.accept()
      else context.reject(['password'])
    })
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), { folder, entries, keepsFiles, says, answers })),
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const publicKeys = hostKeys.map((key) => (ssh2.utils.parseKey(key) as ssh2.ParsedKey).getPublicSSH())
  const fingerprints = publicKeys.map((key) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`)
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: fingerprints[0]!,
    fingerprints: Object.fromEntries(keys.map((kind, i) => [kind, fingerprints[i]!])) as Record<KeyKind, string>,
    publicKeys,
    /** Passwords that were sent. */
    sent,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  }
}

type Served = Pick<Options, 'entries' | 'keepsFiles' | 'says' | 'answers'> & { readonly folder: string }
function serve(sftp: SFTPWrapper, { folder, entries, keepsFiles, says, answers }: Served): void {
  const lists = new Map<number, string[]>()
  const at = (path: string) => join(folder, path)
  const numbered = (number: number) => Buffer.from([number])
  const attempt = (id: number, work: () => void) => {
    try {
      work()
    } catch {
      sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
    }
  }
  const changed = (id: number, work: () => void) =>
    attempt(id, () => {
      work()
      sftp.status(id, STATUS_CODE.OK)
    })
  const attributes = (path: string) => {
    const { mode, uid, gid, size, atimeMs, mtimeMs } = statSync(path)
    return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) }
  }
  sftp.on('OPENDIR', (id, path) =>
    attempt(id, () => {
      const number = 200 + lists.size
      lists.set(number, [...(entries ?? readdirSync(at(path)).map((name) => join(path, name)))])
      sftp.handle(id, numbered(number))
    }),
  )
  sftp.on('READDIR', (id, handle) => {
    const names = lists.get(handle[0]!)!.splice(0, 100)
    if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF)
    const made = { mode: 0o100644, uid: 0, gid: 0, size: 10, atime: 1, mtime: 1 }
    return sftp.name(
      id,
      names.map((name) => ({
        filename: entries ? name : name.split('/').at(-1)!,
        ...(says?.(at(name)) ?? { longname: name, attrs: entries ? made : attributes(at(name)) }),
      })) as never,
    )
  })
  sftp.on('OPEN', (id, path) => attempt(id, () => sftp.handle(id, numbered(openSync(at(path), 'r')))))
  sftp.on('READ', (id, handle, offset, length) => {
    const data = Buffer.alloc(Math.min(length, 32_768))
    const bytes = readSync(handle[0]!, data, 0, data.length, offset)
    if (bytes === 0) sftp.status(id, STATUS_CODE.EOF)
    else sftp.data(id, data.subarray(0, bytes))
  })
  sftp.on('STAT', (id, path) =>
    attempt(id, () => {
      const answer = answers ? answers(at(path)) : attributes(at(path))
      if (answer) sftp.attrs(id, answer as never)
      else sftp.status(id, STATUS_CODE.OP_UNSUPPORTED)
    }),
  )
  sftp.on('FSTAT', (id) => sftp.status(id, STATUS_CODE.OP_UNSUPPORTED))
  sftp.on('CLOSE', (id, handle) => {
    if (handle[0]! < 200) closeSync(handle[0]!)
    sftp.status(id, STATUS_CODE.OK)
  })
  sftp.on('MKDIR', (id, path) => changed(id, () => mkdirSync(at(path))))
  sftp.on('RENAME', (id, from, to) => {
    if (keepsFiles) return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
    return changed(id, () => renameSync(at(from), at(to)))
  })
}
