import { appendFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/lobby.ts'
import { openJournal } from './journal.ts'

let file: string
beforeEach(() => {
  const { path, remove } = temporaryFolder()
  file = join(path, 'deep', 'journal.jsonl')
  return remove
})

async function opened() {
  const entries: unknown[] = []
  const warnings: string[] = []
  const journal = await openJournal<unknown>(file, {
    apply: (entry) => entries.push(entry),
    warn: (line) => warnings.push(line),
  })
  return { journal, entries, warnings }
}
async function read() {
  const { journal, entries, warnings } = await opened()
  await journal.close()
  return { entries, warnings }
}

test('restores entries in order, and resolves an append when it is on the disk', async () => {
  const { journal, entries } = await opened()
  await journal.append({ n: 1 })
  expect(readFileSync(file, 'utf8')).toBe('[{"n":1}]\n')
  await Promise.all([2, 3, 4].map((n) => journal.append({ n })))
  await journal.append({ n: 5 }, { n: 6 })
  expect(entries).toEqual([1, 2, 3, 4, 5, 6].map((n) => ({ n })))
  await journal.close()
  expect((await read()).entries).toEqual(entries)
})

test('keeps all complete entries when the file is truncated at any byte, and appends after them', async () => {
  const { journal } = await opened()
  for (const n of [1, 2, 3]) await journal.append({ n, text: 'é' })
  await journal.close()
  const whole = readFileSync(file)
  const ends = [...whole.entries()].flatMap(([i, byte]) => (byte === 10 ? [i + 1] : []))
  for (let length = 0; length <= whole.length; length += 1) {
    writeFileSync(file, whole)
    truncateSync(file, length)
    const { journal: again, entries } = await opened()
    expect(entries.length, `cut at ${length}`).toBe(ends.filter((end) => end <= length).length)
    await again.append({ n: 'after' })
    await again.close()
    expect((await read()).entries.at(-1)).toEqual({ n: 'after' })
  }
})

test('stores the entries of one call together or not at all', async () => {
  const { journal } = await opened()
  await journal.append({ n: 1 })
  await journal.append({ n: 2 }, { n: 3 })
  await journal.close()
  truncateSync(file, readFileSync(file).length - 2)
  expect((await read()).entries).toEqual([{ n: 1 }])
})

test('skips and reports an unreadable line in the middle', async () => {
  const { journal } = await opened()
  await journal.append({ n: 1 })
  await journal.close()
  appendFileSync(file, '\0\0\0\n[{"n":2}]\n')
  const { entries, warnings } = await read()
  expect(entries).toEqual([{ n: 1 }, { n: 2 }])
  expect(warnings).toEqual([`${file} line 2 cannot be read and was skipped`])
})

test('replace keeps the given entries and those appended in the meantime', async () => {
  const { journal } = await opened()
  for (const n of [1, 2, 3]) await journal.append({ n })
  await Promise.all([journal.replace(() => [{ n: 3 }]), journal.append({ n: 4 })])
  expect(journal.size()).toBe(readFileSync(file).length)
  await journal.close()
  expect((await read()).entries).toEqual([{ n: 3 }, { n: 4 }])
})

test('an interrupted replace changes nothing', async () => {
  const { journal } = await opened()
  await journal.append({ n: 1 })
  await journal.close()
  writeFileSync(`${file}.new`, '[{"n":')
  expect((await read()).entries).toEqual([{ n: 1 }])
  expect(existsSync(`${file}.new`)).toBe(false)
})
