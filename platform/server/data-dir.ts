import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const isRoot = process.getuid?.() === 0

/**
 * Makes DATA_DIR if it is missing and gives its real path. Throws one sentence when it cannot be made.
 * Under root it can be passed through (but not listed) by others, because the database runs under another account.
 */
export function openDataDir(dir: string): string {
  try {
    if (!existsSync(dir)) {
      mkdirSync(dir, { recursive: true })
      chmodSync(dir, isRoot ? 0o711 : 0o700)
    }
    return realpathSync(dir)
  } catch (cause) {
    throw new Error(`DATA_DIR ${dir} cannot be used: ${(cause as Error).message}.`, { cause })
  }
}

/**
 * A secret that is made once and kept in DATA_DIR, readable by its owner alone.
 * @param name file name in DATA_DIR
 * @param make gives the text of a new secret
 */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(openDataDir(dataDir), name)
  try {
    if (!existsSync(file)) {
      // A link appears whole or not at all, and the first of two processes wins.
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, `${make()}\n`, { mode: 0o600 })
      try {
        linkSync(draft, file)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      } finally {
        rmSync(draft)
      }
    }
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw new Error(`The secret ${file} cannot be read or made: ${(cause as Error).message}.`, { cause })
  }
}
