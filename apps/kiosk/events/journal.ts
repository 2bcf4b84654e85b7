import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Entries that survive a power failure: one line of JSON per `append`, on the disk when `append` resolves. */
export type Journal<E> = {
  /** Size of the file in bytes. */
  size(): number
  /** Appends entries. Those of one call are stored together or not at all. */
  append(...entries: E[]): Promise<void>
  /** Replaces the whole content. `entries` is called when no other write is running. */
  replace(entries: () => readonly E[]): Promise<void>
  close(): Promise<void>
}
type Options<E> = {
  /** Receives every entry in file order: existing ones while the journal opens, new ones once they are on the disk. */
  readonly apply: (entry: E) => void
  readonly warn: (line: string) => void
}

/**
 * Opens a journal, creating it if it is missing. An incomplete last line, left by a power failure, is truncated: its
 * `append` never resolved. An unreadable line in the middle is a disk error; it is skipped and reported through `warn`.
 */
export async function openJournal<E>(file: string, { apply, warn }: Options<E>): Promise<Journal<E>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.new`
  await rm(temporary, { force: true })
  let handle = await open(file, 'a+', 0o600)
  const { entries, validBytes } = await readEntries<E>(handle, (line) => warn(`${file} ${line}`))
  await handle.truncate(validBytes)
  await syncFolder(file)
  let size = validBytes
  for (const entry of entries) apply(entry)

  let last: Promise<unknown> = Promise.resolve()
  /** Runs one write at a time. A failure rejects only its own promise. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  let batch: { readonly calls: E[][]; readonly written: Promise<void> } | undefined
  /** Calls that arrive while the disk is busy share one write. */
  function append(...added: E[]): Promise<void> {
    if (batch) {
      batch.calls.push(added)
      return batch.written
    }
    const calls = [added]
    const written = enqueue(async () => {
      batch = undefined
      await write(calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
      for (const entry of calls.flat()) apply(entry)
    })
    batch = { calls, written }
    return written
  }
  async function write(text: string) {
    try {
      await handle.appendFile(text)
      await handle.datasync()
      size += Buffer.byteLength(text)
    } catch (error) {
      // A partial line would corrupt the next one.
      await handle.truncate(size)
      throw error
    }
  }

  return {
    size: () => size,
    append,
    replace: (entries) =>
      enqueue(async () => {
        const text = entries()
          .map((entry) => `${JSON.stringify([entry])}\n`)
          .join('')
        await rm(temporary, { force: true })
        const next = await open(temporary, 'a+', 0o600)
        try {
          await next.appendFile(text)
          await next.datasync()
          await rename(temporary, file)
        } catch (error) {
          // It must not use up the rest of a disk that is nearly full.
          await next.close()
          await rm(temporary, { force: true })
          throw error
        }
        const former = handle
        handle = next
        size = Buffer.byteLength(text)
        await former.close()
        await syncFolder(file)
      }),
    close: () => enqueue(() => handle.close()),
  }
}

async function readEntries<E>(handle: FileHandle, warn: (line: string) => void): Promise<{ entries: E[]; validBytes: number }> {
  const text = await handle.readFile()
  const validBytes = text.lastIndexOf('\n') + 1
  const entries: E[] = []
  const lines = text.subarray(0, validBytes).toString().split('\n').slice(0, -1)
  for (const [i, line] of lines.entries()) {
    try {
      entries.push(...(JSON.parse(line) as E[]))
    } catch {
      warn(`line ${i + 1} cannot be read and was skipped`)
    }
  }
  return { entries, validBytes }
}

/** A created or renamed file survives a power failure only after its folder is synced. Windows cannot sync folders. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
