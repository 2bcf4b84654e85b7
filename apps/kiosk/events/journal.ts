import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Entries that survive the loss of power: one JSON line each, on the disk before `append` gives word. */
export type Journal<E> = {
  /** Bytes of the file. */
  size(): number
  /** Writes entries after all others. Those of one call are there together or not at all. */
  append(...entries: E[]): Promise<void>
  /** Puts other entries in the place of everything written so far; they are asked for when nothing is under way. */
  replace(entries: () => readonly E[]): Promise<void>
  close(): Promise<void>
}
type Options<E> = {
  /** Told every entry in the order of the file: those from before while it is opened, each other once it is on the disk. */
  readonly apply: (entry: E) => void
  readonly complain: (line: string) => void
}

/**
 * Opens a journal and makes it when it is missing. A last line that was torn when the power went is cut off: nobody was
 * given word of it. A line in the middle that cannot be read is the disk's fault; it is left out and `complain` is told.
 */
export async function openJournal<E>(file: string, { apply, complain }: Options<E>): Promise<Journal<E>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const fresh = `${file}.new`
  await rm(fresh, { force: true })
  let handle = await open(file, 'a+', 0o600)
  const { entries, good } = await readEntries<E>(handle, (line) => complain(`${file} ${line}`))
  await handle.truncate(good)
  await syncFolder(file)
  let size = good
  for (const entry of entries) apply(entry)

  let last: Promise<unknown> = Promise.resolve()
  /** One after the other; a failure is its own caller's alone. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  let waiting: { readonly calls: E[][]; readonly written: Promise<void> } | undefined
  /** Everything that came while the disk was busy goes to it at once. */
  function append(...added: E[]): Promise<void> {
    if (waiting) {
      waiting.calls.push(added)
      return waiting.written
    }
    const calls = [added]
    const written = inTurn(async () => {
      waiting = undefined
      await write(calls.map((call) => `${JSON.stringify(call)}\n`).join(''))
      for (const entry of calls.flat()) apply(entry)
    })
    waiting = { calls, written }
    return written
  }
  async function write(text: string) {
    try {
      await handle.appendFile(text)
      await handle.datasync()
      size += Buffer.byteLength(text)
    } catch (error) {
      // Half a line must not stand before the next one.
      await handle.truncate(size)
      throw error
    }
  }

  return {
    size: () => size,
    append,
    replace: (entries) =>
      inTurn(async () => {
        const text = entries()
          .map((entry) => `${JSON.stringify([entry])}\n`)
          .join('')
        const next = await open(fresh, 'w', 0o600)
        await next.appendFile(text)
        await next.datasync()
        await next.close()
        await rename(fresh, file)
        await syncFolder(file)
        await handle.close()
        handle = await open(file, 'a+', 0o600)
        size = Buffer.byteLength(text)
      }),
    close: () => inTurn(() => handle.close()),
  }
}

async function readEntries<E>(handle: FileHandle, complain: (line: string) => void): Promise<{ entries: E[]; good: number }> {
  const text = await handle.readFile()
  const good = text.lastIndexOf('\n') + 1
  const entries: E[] = []
  const lines = text.subarray(0, good).toString().split('\n').slice(0, -1)
  for (const [i, line] of lines.entries()) {
    try {
      entries.push(...(JSON.parse(line) as E[]))
    } catch {
      complain(`line ${i + 1} cannot be read and is left out`)
    }
  }
  return { entries, good }
}

/** A new name in a folder is on the disk only when the folder is; Windows has no such thing. */
async function syncFolder(file: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
