import { createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ADA, BEN, file } from '#features/imports/testing/files.ts'
import { createOutgoing } from '#platform/server/security/outgoing.ts'
import { fetchFixtures, LOGIN } from '../testing/fetch-fixtures.ts'
import { startFtpServer } from '../testing/ftp-server.ts'
import { messageWith, startPop3Server } from '../testing/pop3-server.ts'
import { startSftpServer } from '../testing/sftp-server.ts'
import { OPEN } from './fetch.ts'
import { withConnection } from './sources/source.ts'

const { there, fetchAll } = fetchFixtures()

test('a server whose key has changed gets no password and gives no file', async () => {
  const { folder, put, fetched, failure, sftp } = await there()
  put('residents.csv', file(ADA))
  await sftp.stop()
  const other = await startSftpServer(folder, { port: sftp.port })
  await fetchAll()
  expect(await fetched()).toEqual([])
  expect(await failure()).toBe(`The fingerprint of the server differs. It is ${other.fingerprint}.`)
  await other.stop()
})

test('files come from an FTP server too', async () => {
  const { save, use, folder, put, names, fetched, sftp } = await there()
  const ftp = await startFtpServer(folder)
  await use({ IsActive: false })
  await save({ ImportFtpSettings: { ...LOGIN, Port: ftp.port, Path: 'in', UseSSL: false } })
  put('residents.csv', file(ADA))
  await fetchAll()
  expect(await fetched()).toMatchObject([{ File: 'residents.csv', Source: 'Ftp', ImportStatus: 'Ready' }])
  expect(names('done')).toHaveLength(1)
  await ftp.stop()
  await sftp.stop()
})

test('attachments of a mailbox are fetched, also when a message comes in small parts, and always wait', async () => {
  const { save, use, rules, fetched, residents, sftp } = await there()
  const messages = new Map([
    ['a', messageWith({ 'one.csv': file(ADA), 'two.csv': file(BEN), 'logo.png': 'x' })],
    ['b', messageWith({})],
  ])
  const pop3 = await startPop3Server(messages, { partBytes: 7 })
  await use({ IsActive: false })
  await rules({ ImportApply: true, ImportMaxRefused: 100 })
  const mailbox = { ...LOGIN, UserName: 'desk@riverside.test', Port: pop3.port, UseSSL: false }
  await save({ ImportSmtpPopServerSettings: mailbox })
  await fetchAll()
  await fetchAll()
  expect((await fetched()).map(({ File, Reason, ImportStatus }) => `${File} ${ImportStatus}${Reason}`).sort()).toEqual([
    ' The message has no .csv or .xlsx attachment.',
    'one.csv Ready',
    'two.csv Ready',
  ])
  expect([...messages.keys()]).toEqual(['b'])
  expect(await residents('Brandt')).toBe(0)
  await pop3.stop()
  await sftp.stop()
})

test('a server that does not answer, or never ends, is given up', async () => {
  const sockets: Socket[] = []
  const endless = createServer((socket) => {
    sockets.push(socket)
    const send = () => socket.write(Buffer.alloc(65_536, 'a'), (error) => !error && send())
    socket.on('error', () => {})
    send()
  })
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {})))
  for (const one of [endless, silent]) await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  const outgoing = createOutgoing(['127.0.0.1'])
  const connect = (kind: 'Sftp' | 'Ftp' | 'Mailbox', to: typeof silent) => {
    const { port } = to.address() as { port: number }
    const login = { userName: 'desk', password: 'right', path: 'in', usesSsl: false, fingerprint: null }
    const source = { kind, host: '127.0.0.1', port, ...login }
    return withConnection(source, { outgoing, open: OPEN }, 1, (connection) => connection.list()).then(
      () => 'connected',
      (error) => error.message,
    )
  }
  for (const kind of ['Sftp', 'Ftp', 'Mailbox'] as const) {
    expect([kind, await connect(kind, silent)]).toEqual([kind, 'The server did not answer within 1 seconds.'])
    expect([kind, await connect(kind, endless)]).toEqual([kind, expect.stringMatching(/^(The server|The file)/)])
  }
  for (const socket of sockets) socket.destroy()
  endless.close()
  silent.close()
})
