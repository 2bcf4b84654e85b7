import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot } from '#platform/server/config/data-dir.ts'
import { freePort } from '#platform/server/config/ports.ts'
import type { FileServers } from '#platform/server/testing/services.ts'
import { listens, needs } from './services.ts'

/** A system account for the run: SSH and FTP sign in system accounts only. */
/** One for each run: a run that was killed leaves its user behind. */
const USER = `parcelhall-${process.pid}`
const PASSWORD = 'right'

/** Debian's OpenSSH, vsftpd and Dovecot with one user. They run as root, as their sign-in needs it. */
export async function startFileServers(): Promise<{ servers: FileServers; stop(): Promise<void> }> {
  needs(
    'OpenSSH, vsftpd or Dovecot',
    'openssh-server vsftpd dovecot-pop3d',
    '/usr/sbin/sshd',
    '/usr/sbin/vsftpd',
    '/usr/sbin/dovecot',
  )
  if (!isRoot) throw new Error('OpenSSH, vsftpd and Dovecot need root.')
  const base = mkdtempSync(join(tmpdir(), 'parcelhall-files-'))
  chmodSync(base, 0o755)
  const at = (name: string) => join(base, name)
  const quietly = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  quietly('useradd', '--create-home', '--home-dir', at('home'), '--shell', '/bin/sh', USER)
  execFileSync('chpasswd', { input: `${USER}:${PASSWORD}` })
  const own = (path: string) => quietly('chown', '-R', `${USER}:`, path)
  for (const folder of ['home/in', 'mail/cur', 'mail/new', 'mail/tmp']) mkdirSync(at(folder), { recursive: true })
  own(at('home'))
  own(at('mail'))
  quietly('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', at('host-key'))
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  quietly(
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    at('key.pem'),
    '-out',
    at('cert.pem'),
    ...subject,
  )
  const [sftp, ftp, pop3, pop3s] = [await freePort(), await freePort(), await freePort(), await freePort()] as const
  mkdirSync('/run/sshd', { recursive: true })
  writeFileSync(at('sshd.conf'), SSHD(sftp, at('host-key')))
  mkdirSync(at('empty'))
  writeFileSync(at('vsftpd.conf'), VSFTPD(ftp, base))
  writeFileSync(at('dovecot.conf'), DOVECOT({ pop3, pop3s, base }))
  const started = [
    spawn('/usr/sbin/sshd', ['-D', '-e', '-f', at('sshd.conf')], { stdio: 'ignore' }),
    spawn('/usr/sbin/vsftpd', [at('vsftpd.conf')], { stdio: 'ignore' }),
    spawn('/usr/sbin/dovecot', ['-F', '-c', at('dovecot.conf')], { stdio: 'ignore' }),
  ]
  const stop = async () => {
    for (const server of started) {
      if (server.exitCode !== null) continue
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }
    quietly('userdel', USER)
    rmSync(base, { recursive: true, force: true })
  }
  for (const [name, port] of Object.entries({ sshd: sftp, vsftpd: ftp, dovecot: pop3 }))
    if (!(await listens(port))) {
      await stop()
      throw new Error(`${name} does not listen.`)
    }
  const places = { folder: at('home/in'), mailbox: at('mail/new'), certificate: at('cert.pem') }
  return { servers: { userName: USER, password: PASSWORD, ...places, ports: { sftp, ftp, pop3, pop3s } }, stop }
}

const SSHD = (port: number, key: string) => `
ListenAddress 127.0.0.1:${port}
HostKey ${key}
PidFile none
UsePAM no
PasswordAuthentication yes
StrictModes no
Subsystem sftp internal-sftp
`
const VSFTPD = (port: number, base: string) => `
listen=YES
listen_address=127.0.0.1
listen_port=${port}
background=NO
anonymous_enable=NO
local_enable=YES
write_enable=YES
pam_service_name=vsftpd
secure_chroot_dir=${base}/empty
seccomp_sandbox=NO
ssl_enable=YES
force_local_logins_ssl=NO
force_local_data_ssl=NO
rsa_cert_file=${base}/cert.pem
rsa_private_key_file=${base}/key.pem
`
const DOVECOT = ({ pop3, pop3s, base }: { pop3: number; pop3s: number; base: string }) => `
base_dir = ${base}/run
state_dir = ${base}/state
log_path = ${base}/dovecot.log
protocols = pop3
listen = 127.0.0.1
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${base}/mail
ssl = yes
ssl_cert = <${base}/cert.pem
ssl_key = <${base}/key.pem
service pop3-login {
  inet_listener pop3 {
    port = ${pop3}
  }
  inet_listener pop3s {
    port = ${pop3s}
    ssl = yes
  }
}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${USER} gid=${USER} home=${base}/home
}
`
