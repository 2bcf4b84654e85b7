import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText } from '#platform/fold-text.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { withConnection } from './bootstrap-database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await testDatabase()
})
afterAll(() => store.drop())

const FOLDED: Record<string, string> = {
  José: 'jose',
  'JOSE\u0301': 'jose',
  MÜLLER: 'muller',
  'Straße 5': 'strasse 5',
  STRAẞE: 'strasse',
  'Łukasz Đorđević': 'lukasz dordevic',
  'Æsir Œuvre Þór': 'aesir oeuvre thor',
  Søren: 'soren',
  'İstanbul Iğdır': 'istanbul igdir',
  'ΓΙΏΡΓΟΣ Γιώργος': 'γιωργοσ γιωργοσ',
  'Йосиф ЁЛКА': 'иосиф елка',
  'O’Neill Anne‑Marie': "o'neill anne-marie",
  Nguyễn: 'nguyen',
  '50% a_b c\\d': '50% a_b c\\d',
  田中: '田中',
}

test('folds accents and case, in the database as in the portal', async () => {
  const texts = Object.keys(FOLDED)
  const { rows } = await withConnection(store.url, (client) =>
    client.query<{ folded: string }>(
      'select fold_text(text) as folded from unnest($1::text[]) with ordinality as t (text, n) order by n',
      [texts],
    ),
  )
  expect(rows.map(({ folded }) => folded)).toEqual(Object.values(FOLDED))
  expect(texts.map(foldText)).toEqual(Object.values(FOLDED))
})
