import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const isRoot = process.getuid?.() === 0

/**
 * Makes DATA_DIR if it is missing and gives its real path. Throws one sentence when it cannot be used.
 * Under root it can be passed through (but not listed) by others, because the database runs under another account.
 */
export function openDataDir(dir: string): string {
  return withErrorContext(`DATA_DIR ${dir} cannot be used`, () => {
    if (!existsSync(dir)) {
      mkdirSync(dir, { recursive: true })
      chmodSync(dir, isRoot ? 0o711 : 0o700)
    }
    if (!statSync(dir).isDirectory()) throw new Error('it is not a folder')
    return realpathSync(dir)
  })
}

/** Turns a failure of the work into one sentence that begins with what could not be done. */
export function withErrorContext<T>(what: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new Error(`${what}: ${(cause as Error).message}.`, { cause })
  }
}

/**
 * A secret that is made once and kept in DATA_DIR, readable by its owner alone.
 * @param name file name in DATA_DIR
 * @param make gives the text of a new secret
 */
export function storedSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(openDataDir(dataDir), name)
  return withErrorContext(`The secret ${file} cannot be read or made`, () => {
    if (!existsSync(file)) keep(file, make())
    return readFileSync(file, 'utf8').trim()
  })
}

/** A link appears whole or not at all, and the first of two processes wins. */
function keep(file: string, secret: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${secret}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
}
