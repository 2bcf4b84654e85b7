import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const isRoot = process.getuid?.() === 0

/**
 * Creates DATA_DIR if it is missing and returns its real path; throws if it cannot be used. Under root other accounts can enter
 * it (but not list it), because the database runs under another account.
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

/** Runs `work`; an error is rethrown with `context` in front of its message. */
export function withErrorContext<T>(context: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new Error(`${context}: ${(cause as Error).message}.`, { cause })
  }
}

/**
 * A secret that is created once and stored in DATA_DIR, readable only by its owner.
 * @param name file name in DATA_DIR
 * @param create returns a new secret
 */
export function storedSecret(dataDir: string, name: string, create: () => string): string {
  const file = join(openDataDir(dataDir), name)
  return withErrorContext(`The secret ${file} cannot be read or created`, () => {
    if (!existsSync(file)) writeOnce(file, create())
    return readFileSync(file, 'utf8').trim()
  })
}

/** A secret of DATA_DIR, or undefined if it was not created yet. */
export function readSecret(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, name)
  return withErrorContext(`The secret ${file} cannot be read`, () =>
    existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined,
  )
}

/** Creating a link is atomic: the file is never seen half written, and the first of two processes wins. */
function writeOnce(file: string, secret: string): void {
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
