import FtpSrv from 'ftp-srv'
import { freePort } from '#platform/server/config/ports.ts'

/** An FTP server on a folder, for the user desk with the password right. With `tls` it also speaks FTPS. */
export async function startFtpServer(root: string, { tls }: { tls?: { key: string; cert: string } } = {}) {
  const port = await freePort('127.0.0.1')
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: '127.0.0.1',
    tls: (tls ?? false) as never,
    // It writes each command to the console otherwise.
    log: silent as never,
  })
  server.on('login', ({ username, password }, resolve, reject) =>
    username === 'desk' && password === 'right' ? resolve({ root }) : reject(new Error('wrong user name or password')),
  )
  await server.listen()
  return { port, stop: () => server.close() }
}

const nothing = () => {}
const silent = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  child: (): unknown => silent,
}
