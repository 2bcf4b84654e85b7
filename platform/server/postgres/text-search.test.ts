import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  foldText,
  hasWords,
  plainName,
  unitKey,
  withoutDesignator,
  withoutPlaceWords,
  wordsWithUnits,
} from '#platform/fold-text.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { SAME_BUILDINGS, SAME_NAMES, SAME_UNITS, SEPARATED_UNITS } from '../testing/spellings.ts'
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

/** Characters in a range. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))

describe('characters', () => {
  // Han and Hangul are folded alike, and are most of all characters.
  const every = range(1, 0x1ffff).filter((one) => !/[\p{Cn}\p{Cs}\p{Script=Han}\p{Script=Hangul}]/u.test(one))

  test('are folded in the database as in the portal, each one', async () => {
    const texts = every.map((one) => `1${one}1 a${one}e${one}`)
    const { rows } = await withConnection(store.url, (client) =>
      client.query<{ folded: string; name: string; unit: string; isOnlyItself: boolean }>(
        `select fold_text(text) as folded, plain_name(text) as name, unit_key(text) as unit,
          lower(normalize(one, NFKD) collate "und-x-icu") = one as "isOnlyItself"
        from unnest($1::text[], $2::text[]) with ordinality as t (text, one, n) order by n`,
        [texts, every],
      ),
    )
    const different = rows.flatMap(({ folded, name, unit, isOnlyItself }, i) => {
      const [one, text] = [every[i]!, texts[i]!]
      const isSame = folded === foldText(text) && name === plainName(text) && unit === unitKey(text)
      // Characters that are younger than the database's tables have neither small letter nor decomposition there.
      const isYoung = isOnlyItself && one.normalize('NFKD').toLowerCase() !== one
      return isSame || isYoung
        ? []
        : [{ one: one.codePointAt(0)!.toString(16), folded, inPortal: foldText(text), unit, key: unitKey(text) }]
    })
    expect(different).toEqual([])
    expect(rows.length).toBeGreaterThan(40_000)
  })

  test.each([
    ['blanks', [...'\t\u00a0\u1680\u202f\u205f\u3000', ...range(0x2000, 0x200a)], 'ann lee', '12c', '1-11'],
    ['hyphens', [...'-\u2212\ufe58\ufe63\uff0d', ...range(0x2010, 0x2015)], 'annlee', '12c', '1-11'],
    ['apostrophes', [..."'`\u00b4\u2018\u2019\u2032\u02b9\u02bb\u02bc\u02bd\u02c8\uff07\uff40"], 'annlee', '12c', '1-11'],
    ['invisible ones', [...'\u00ad\u061c\u180e\u2060\ufeff\ufe0f', ...range(0x200b, 0x200f)], 'annlee', '12c', '111'],
    ['accents', [...range(0x300, 0x36f), ...range(0x1dc0, 0x1dff), ...range(0x20d0, 0x20f0)], 'annlee', '12c', '111'],
  ])('that are %s count as such', (_, characters, name, unit, numbers) => {
    for (const one of characters) {
      const code = one.codePointAt(0)!.toString(16)
      expect([code, foldText(`Ann${one}Lee`)]).toEqual([code, name])
      expect([code, unitKey(`12${one}C`)]).toEqual([code, unit])
      expect([code, unitKey(`1${one}11`)]).toEqual([code, numbers])
    }
  })

  test('of full width are usual ones', () => {
    for (const one of range(0x21, 0x7e)) {
      const wide = String.fromCodePoint(one.codePointAt(0)! + 0xfee0)
      expect(foldText(`x${wide}x`)).toBe(foldText(`x${one}x`))
      expect(unitKey(`1${wide}1`)).toBe(unitKey(`1${one}1`))
    }
  })

  test('that are marks alone are no words', () => {
    for (const marks of ['#', '-', '..', '– —', '&', '¿?', '/ #']) expect(hasWords('Ann # - . & / ?', marks)).toBe(false)
    expect(hasWords('Ann Lee', 'ann & lee')).toBe(true)
    expect(hasWords('Ann Lee', '')).toBe(true)
  })
})

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
  ...SEPARATED_UNITS,
  ['1 11', '111'],
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
    [' - 101', '101'],
    ['/Apt. 12-C', '12-C'],
    [', Apto 7', '7'],
    [' #5', '5'],
    ['Wohneinheit: 3º B', '3º B'],
    ['Nº 7', '7'],
    ['número 7', '7'],
    ['Suite PH', 'PH'],
    ['Unity', 'Unity'],
    ['Flat', 'Flat'],
    ['', ''],
  ])('are written without designators: %s', (text, unit) => {
    expect(withoutDesignator(text)).toBe(unit)
  })

  test.each([
    ['lee apt 12 C', ['lee', '12c']],
    ['lee #12-C', ['lee', '12c']],
    ['0901', ['901']],
    ['unit 0901 lee', ['901', 'lee']],
    ['Ann Flat', ['ann', 'flat']],
    ['3º B Núñez', ['3b', 'nunez']],
    ['apt 12/3', ['12-3']],
    ['1 – 11', ['1-11']],
    ['no one', ['no', 'one']],
    ['lee +12025550123', ['lee', '+12025550123']],
  ])('of the search %s are read', (text, words) => {
    expect(wordsWithUnits(text)).toEqual(words)
  })
})

describe('buildings', () => {
  test.each(SAME_BUILDINGS)('%s, and %s', (...spellings) => {
    const [shortest] = spellings.map((one) => withoutPlaceWords(one) ?? foldText(one)).toSorted((a, b) => a.length - b.length)
    for (const one of spellings) expect([one, withoutPlaceWords(one) ?? foldText(one)]).toEqual([one, shortest])
  })

  test.each(['A', 'Tower', 'Haus', 'Towers of Silence', 'Blockley', 'Hausmann', '', '#'])('%j names nothing else', (text) => {
    expect(withoutPlaceWords(text)).toBeUndefined()
  })
})
