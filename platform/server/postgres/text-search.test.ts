import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldText, hasWords, unitKey, wordsWithUnits } from '#platform/fold-text.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { SAME_NAMES, SAME_UNITS } from '../testing/spellings.ts'
import { withConnection } from './bootstrap-database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.drop())

const inDatabase = async (name: 'fold_text' | 'unit_key', texts: readonly string[]) => {
  const { rows } = await withConnection(store.url, (client) =>
    client.query<{ value: string }>(
      `select ${name}(text) as value from unnest($1::text[]) with ordinality as t (text, n) order by n`,
      [texts],
    ),
  )
  return rows.map(({ value }) => value)
}

const FOLDED: Record<string, string> = {
  José: 'jose',
  'JOSE\u0301': 'jose',
  'Straße 5': 'strasse 5',
  STRAẞE: 'strasse',
  'Łukasz Đorđević': 'lukasz dordevic',
  'Æsir Œuvre Þór': 'asir ouvre thor',
  'İstanbul Iğdır': 'istanbul igdir',
  'ΓΙΏΡΓΟΣ Γιώργος': 'γιωργοσ γιωργοσ',
  'Йосиф ЁЛКА': 'иосиф елка',
  Nguyễn: 'nguyen',
  '50% a_b c\\d': '50% a_b c\\d',
  田中: '田中',
  "D'Angelo-O‘Neill": 'dangelooneill',
  'Ann-Marie‑Eve–Lou': 'annmarieevelou',
}

describe('names', () => {
  test('are folded in the database as in the portal', async () => {
    const texts = [...Object.keys(FOLDED), ...SAME_NAMES.flat()]
    expect(Object.fromEntries(Object.keys(FOLDED).map((text) => [text, foldText(text)]))).toEqual(FOLDED)
    expect(await inDatabase('fold_text', texts)).toEqual(texts.map(foldText))
  })

  test.each(SAME_NAMES)('%s and %s are the same', (first, ...others) => {
    for (const other of others) {
      expect(foldText(other)).toBe(foldText(first!))
      expect(hasWords(`Ann ${first}`, other)).toBe(true)
      expect(hasWords(`Ann ${other}`, first!)).toBe(true)
    }
  })
})

/** Units that are two. */
const OTHER_UNITS: readonly (readonly [string, string])[] = [
  ['1-11', '11-1'],
  ['1-11', '111'],
  ['12C', '12D'],
  ['PH2', '2'],
  ['901', '9010'],
  ['Unity', 'Y'],
  ['North 5', '5'],
  ['12½', '12'],
  ['100', '10'],
]

describe('units', () => {
  test('have the same key in the database as in the portal', async () => {
    const texts = [...SAME_UNITS.flat(), ...OTHER_UNITS.flat(), 'Apt', '#', '-', 'Unit #', 'א-05', 'Apt. No. 0012']
    expect(await inDatabase('unit_key', texts)).toEqual(texts.map(unitKey))
  })

  test.each(SAME_UNITS)('%s and %s are the same', (first, ...others) => {
    for (const other of others) expect([other, unitKey(other)]).toEqual([other, unitKey(first!)])
  })

  test.each(OTHER_UNITS)('%s and %s are two', (one, other) => {
    expect(unitKey(one)).not.toBe(unitKey(other))
  })

  test.each([
    ['lee apt 12 C', ['lee', '12c']],
    ['lee #12-C', ['lee', '12c']],
    ['0901', ['901']],
    ['unit 0901 lee', ['901', 'lee']],
    ['Ann Flat', ['Ann', 'Flat']],
    ['no one', ['no', 'one']],
    ['lee +12025550123', ['lee', '+12025550123']],
  ])('of the search %s are read', (text, words) => {
    expect(wordsWithUnits(text)).toEqual(words)
  })
})
