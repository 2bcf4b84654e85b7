import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { texts } from '#apps/server/features.ts'
import { PLACEHOLDER, type Table } from '#platform/define-messages.ts'
import { translationOf } from './server/translations.ts'

const FILES: Readonly<Record<string, Table>> = Object.fromEntries(texts.map(({ file, table }) => [file, table]))
const FILE_NAMES = Object.keys(FILES)
const [GERMAN, SPANISH, BRITISH] = [translationOf('de'), translationOf('es'), translationOf('en-GB')]

const ROOT = join(import.meta.dirname, '../..')
/** The seven of the specification (spec 1 §7). */
const SEVEN = ['MapLockerToDevice', 'Layout', 'LockerBank', 'Resident', 'Registration', 'Agent', 'Building'] as const

const placeholders = (words: string) => [...words.matchAll(PLACEHOLDER)].map(([one]) => one).sort()
const named = (file: string, key: string) => `${file} ${key}`

describe.each([
  ['German', GERMAN],
  ['Spanish', SPANISH],
])('%s', (_, translation) => {
  test('has every text of every file, and none that is no text of ours', () => {
    const ours = FILE_NAMES.flatMap((file) => Object.keys(FILES[file]!).map((key) => named(file, key)))
    const theirs = Object.entries(translation).flatMap(([file, table]) => Object.keys(table).map((key) => named(file, key)))
    expect(
      ours.filter((one) => !theirs.includes(one)),
      'to be translated',
    ).toEqual([])
    expect(
      theirs.filter((one) => !ours.includes(one)),
      'translated, but gone',
    ).toEqual([])
  })
})

test.each([
  ['German', GERMAN],
  ['Spanish', SPANISH],
  ['British', BRITISH],
])('%s texts have words, and the same placeholders as ours', (_, translation) => {
  for (const [file, table] of Object.entries(translation))
    for (const [key, words] of Object.entries(table)) {
      expect(words.trim(), named(file, key)).not.toBe('')
      expect(placeholders(words), named(file, key)).toEqual(placeholders(FILES[file]?.[key] as string))
    }
})

test('the seven files of the specification are there', () => {
  for (const file of SEVEN) expect(Object.keys(FILES[file] as Table).length, file).toBeGreaterThan(0)
})

test('every table of texts is a file of its own, and every translation is one that is given out', () => {
  const sources = ['features/*/{*messages,screens}.ts', 'platform/{labels,messages}.ts', 'platform/portal/messages.ts'].flatMap(
    (glob) => globSync(glob, { cwd: ROOT }),
  )
  const files = sources.map((source) => /defineMessages\('(\w+)'/.exec(readFileSync(join(ROOT, source), 'utf8'))?.[1])
  expect([...files].sort()).toEqual([...FILE_NAMES].sort())
})
