import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot, openDataDir, withErrorContext } from '../../config/data-dir.ts'

export const NAME = 'parcelhall-pg'

/** The account that PostgreSQL's processes run under; empty is our own. PostgreSQL refuses to run as root. */
export type Account = { readonly uid?: number; readonly gid?: number }
export const NOBODY: Account = { uid: 65534, gid: 65534 }

/** Where an embedded cluster and its socket live. */
export type ClusterLocation = {
  readonly account: Account
  /** Folder of the cluster, its locks and, when its name is short enough, its socket. */
  readonly base: string
  readonly cluster: string
  readonly socketDir: string
  /** Names this cluster among all on the machine. */
  readonly key: string
}

/** A Unix socket's path ends at 107 bytes (103 on macOS), and PostgreSQL appends this name. */
const LONGEST_SOCKET_DIR = (process.platform === 'darwin' ? 103 : 107) - Buffer.byteLength('/.s.PGSQL.5432')

/** Asks the kernel whether the account may do to the path what `flag` of test(1) says. */
export function canAccess(account: Account, flag: '-x' | '-r', path: string): boolean {
  if (account.uid === undefined) return true
  const asked = spawnSync('test', [flag, path], { ...account, cwd: '/' })
  if ((asked.error as NodeJS.ErrnoException | undefined)?.code === 'EPERM')
    throw new Error(
      'PostgreSQL does not run as root and this process may not change to another account: start it as an ordinary user, or set DATABASE_URL.',
    )
  return asked.status === 0
}

/** Makes a folder that belongs to the account and that nobody else can enter. */
function privateFolder(path: string, { uid, gid }: Account): string {
  mkdirSync(path, { recursive: true })
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  chmodSync(path, 0o700)
  return path
}

/** Makes the folder under which root keeps what its own folders would hide from the account. */
export function openRunRoot(runRoot: string): string {
  mkdirSync(runRoot, { recursive: true })
  chmodSync(runRoot, 0o711)
  return runRoot
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Finds, or makes, the folders of the cluster of a DATA_DIR.
 * Root's DATA_DIR may lie where no other account can go; the cluster is then kept under `runRoot` and linked from
 * `DATA_DIR/pg`, which the log says, since whoever copies DATA_DIR must know.
 */
export function openLocation(dataDir: string, runRoot: string, log: (line: string) => void): ClusterLocation {
  const dir = openDataDir(dataDir)
  const link = join(dir, 'pg')
  const account = accountOf(link)
  if (!lstatSync(link, { throwIfNoEntry: false })) {
    const reachable = canAccess(account, '-x', dir)
    withErrorContext(`DATA_DIR ${dir} cannot be used`, () => {
      if (reachable) privateFolder(link, account)
      else symlinkSync(privateFolder(join(openRunRoot(runRoot), digest(dir)), account), link)
    })
  }
  if (!existsSync(link)) throw new Error(`${link} leads to a folder that is gone: restore it from a backup, or remove the link.`)
  const base = realpathSync(link)
  if (base !== link) log(`The database of ${dir} is kept in ${base}, which the account of PostgreSQL can reach.`)
  const key = digest(base)
  return { account, base, cluster: join(base, 'data'), socketDir: shortSocketDir(base, key, account), key }
}

/** Root takes the account that the cluster belongs to already. An ordinary user can only take its own. */
function accountOf(folder: string): Account {
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (isRoot) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  if (owner && process.getuid && owner.uid !== process.getuid())
    throw new Error(`The database in ${folder} belongs to another account (uid ${owner.uid}): start as that account or as root.`)
  return {}
}

function shortSocketDir(base: string, key: string, account: Account): string {
  if (process.platform === 'win32' || Buffer.byteLength(base) <= LONGEST_SOCKET_DIR) return base
  const uid = account.uid ?? process.getuid?.()
  const name = `${NAME}-${uid}-${key}`
  const parents = [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((parent) => parent !== undefined)
  const parent = parents.find((at) => Buffer.byteLength(join(at, name)) <= LONGEST_SOCKET_DIR && canAccess(account, '-x', at))
  const folder = join(parent ?? '/tmp', name)
  if (!lstatSync(folder, { throwIfNoEntry: false })) privateFolder(folder, account)
  // Anyone may make a folder of this name in a shared one, and who owns it could answer in the database's place.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${folder}, the folder of the database's socket, was made by somebody else: remove it.`)
  return folder
}
