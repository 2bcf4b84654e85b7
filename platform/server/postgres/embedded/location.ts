import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRoot, openDataDir, withErrorContext } from '../../config/data-dir.ts'

export const NAME = 'parcelhall-pg'

/** The account of PostgreSQL's processes; empty is that of this process. PostgreSQL refuses to run as root. */
export type Account = { readonly uid?: number; readonly gid?: number }
export const NOBODY: Account = { uid: 65534, gid: 65534 }

/** The folders of an embedded cluster and its socket. */
export type ClusterLocation = {
  readonly account: Account
  /** Folder of the cluster, its locks and, if its path is short enough, its socket. */
  readonly base: string
  readonly cluster: string
  readonly socketDir: string
  /** Identifies this cluster on the machine. */
  readonly key: string
}

/** A Unix socket's path has at most 107 bytes (103 on macOS), and PostgreSQL appends this name. */
const MAX_SOCKET_DIR = (process.platform === 'darwin' ? 103 : 107) - Buffer.byteLength('/.s.PGSQL.5432')

/** Whether the account can access the path; `flag` is that of test(1). */
export function canAccess(account: Account, flag: '-x' | '-r', path: string): boolean {
  if (account.uid === undefined) return true
  const result = spawnSync('test', [flag, path], { ...account, cwd: '/' })
  if ((result.error as NodeJS.ErrnoException | undefined)?.code === 'EPERM')
    throw new Error(
      'PostgreSQL does not run as root and this process cannot switch to another account: start it as an ordinary user, or set DATABASE_URL.',
    )
  return result.status === 0
}

/** Creates a folder that only the account can enter. */
function privateFolder(path: string, { uid, gid }: Account): string {
  mkdirSync(path, { recursive: true })
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  chmodSync(path, 0o700)
  return path
}

/** Creates root's folder for files that the account could not reach elsewhere. */
export function openRunRoot(runRoot: string): string {
  mkdirSync(runRoot, { recursive: true })
  chmodSync(runRoot, 0o711)
  return runRoot
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * Finds or creates the folders of the cluster of a DATA_DIR. If root's DATA_DIR is unreachable for PostgreSQL's account, the
 * cluster is stored under `runRoot`, linked from `DATA_DIR/pg` and logged, because backups of DATA_DIR must include it.
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
  if (!existsSync(link)) throw new Error(`${link} links to a missing folder: restore it from a backup, or remove the link.`)
  const base = realpathSync(link)
  if (base !== link) log(`The database of ${dir} is stored in ${base}, which the account of PostgreSQL can reach.`)
  const key = digest(base)
  return { account, base, cluster: join(base, 'data'), socketDir: shortSocketDir(base, key, account), key }
}

/** Root uses the account that owns the cluster; an ordinary user can only use their own. */
function accountOf(folder: string): Account {
  const owner = statSync(folder, { throwIfNoEntry: false })
  if (isRoot) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY
  if (owner && process.getuid && owner.uid !== process.getuid())
    throw new Error(`The database in ${folder} belongs to another account (uid ${owner.uid}): start as that account or as root.`)
  return {}
}

function shortSocketDir(base: string, key: string, account: Account): string {
  if (process.platform === 'win32' || Buffer.byteLength(base) <= MAX_SOCKET_DIR) return base
  const uid = account.uid ?? process.getuid?.()
  const name = `${NAME}-${uid}-${key}`
  const parents = [process.env.XDG_RUNTIME_DIR, tmpdir(), '/tmp'].filter((parent) => parent !== undefined)
  const parent = parents.find((at) => Buffer.byteLength(join(at, name)) <= MAX_SOCKET_DIR && canAccess(account, '-x', at))
  const folder = join(parent ?? '/tmp', name)
  if (!lstatSync(folder, { throwIfNoEntry: false })) privateFolder(folder, account)
  // Another user could create this folder in a shared one and impersonate the database.
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${folder}, the folder of the database's socket, belongs to another user or is not private: remove it.`)
  return folder
}
