import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOutgoing } from '#platform/server/security/outgoing.ts'
import { type FileServers, fileServers } from '#platform/server/testing/services.ts'
import { messageWith } from '../testing/pop3-server.ts'
import { OPEN } from './fetch.ts'
import { type Connection, type Source, withConnection } from './sources/source.ts'

const CSV = 'Property,Building\r\n..dots\r\n'.repeat(50_000)

/** The tests are listed also where they are skipped. */
const NOT_HERE: FileServers = {
  ...{ userName: '', password: '', folder: '', mailbox: '', certificate: '' },
  ports: { sftp: 0, ftp: 0, pop3: 0, pop3s: 0 },
}

/** Debian's OpenSSH, vsftpd and Dovecot, where the run has them (`npm run test:services`). */
describe.runIf(fileServers)('a real server', () => {
  const { userName, password, folder, mailbox, certificate, ports } = fileServers ?? NOT_HERE
  const login = { host: 'localhost', userName, password, path: folder, usesSsl: false, fingerprint: null }
  const email = { ...login, kind: 'Mailbox' as const, userName: 'desk@riverside.test' }
  const SOURCES = {
    OpenSSH: { ...login, kind: 'Sftp', port: ports.sftp },
    vsftpd: { ...login, kind: 'Ftp', port: ports.ftp },
    'vsftpd with TLS': { ...login, kind: 'Ftp', port: ports.ftp, usesSsl: true },
    Dovecot: { ...email, port: ports.pop3 },
    'Dovecot with TLS': { ...email, port: ports.pop3s, usesSsl: true },
  } as const satisfies Record<string, Source>
  const names = Object.keys(SOURCES) as (keyof typeof SOURCES)[]
  const on = <T>(source: Source, work: (connection: Connection) => Promise<T>) =>
    withConnection(source, { outgoing: createOutgoing(['localhost']), open: OPEN }, 20, work)
  const failure = (source: Source) =>
    on(source, (connection) => connection.list()).then(
      () => 'connected',
      (error) => error.message,
    )
  const isFolder = (name: keyof typeof SOURCES) => SOURCES[name].kind !== 'Mailbox'

  test.each(names.filter((name) => name.includes('TLS')))('%s whose certificate is not trusted is refused', async (name) => {
    expect(await failure(SOURCES[name])).toMatch(/^The certificate of the server is not trusted: /)
  })

  describe('that is trusted', () => {
    beforeAll(() => setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')]))

    test.each(names)('%s: a file is listed, fetched whole and put away', async (name) => {
      if (isFolder(name)) writeFileSync(join(folder, 'residents.csv'), CSV)
      else writeFileSync(join(mailbox, '1.message'), messageWith({ 'residents.csv': CSV }))
      const fetchedFiles = await on(SOURCES[name], async (connection) => {
        const [remote, ...others] = await connection.list()
        expect(others).toEqual([])
        const fetched = await connection.fetch(remote!)
        await connection.putAway(remote!, 'done')
        return fetched
      })
      expect(fetchedFiles.files!.map((one) => [one.name, one.bytes.toString()])).toEqual([['residents.csv', CSV]])
      expect(await on(SOURCES[name], (connection) => connection.list())).toEqual([])
      if (isFolder(name)) expect(readdirSync(join(folder, 'done')).some((one) => one.endsWith(' residents.csv'))).toBe(true)
    })

    test.each(names)('%s refuses a wrong password', async (name) => {
      const source = { ...SOURCES[name], password: 'wrong' }
      expect(await failure(source)).toBe('The server refused the user name or the password.')
    })

    test.each(names.filter(isFolder))('%s has no such folder', async (name) => {
      expect(await failure({ ...SOURCES[name], path: '/nowhere' })).toBe('The folder /nowhere was not found or cannot be read.')
    })
  })
})
