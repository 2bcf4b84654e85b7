import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Database, openDatabase } from './db.ts'
import { arrayText } from './sql-helpers.ts'

let store: TestDatabase
let database: Database
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.url, { max: 1 })
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

test.each([
  ['an empty array', 'text', []],
  ['plain texts', 'text', ['Ada', '', ' two words ', 'a,b', '{c}', 'null', 'ß', '夏', '😀']],
  ['texts with characters to escape', 'text', ['say "Ada"', 'back\\slash', 'two\nlines', 'a\tb', '\u001f', '"']],
  ['numbers and null', 'smallint', [1, null, 3]],
  ['booleans', 'boolean', [true, false]],
])('arrayText › %s arrive unchanged', async (_, type, values) => {
  const { rows } = await database.pool.query(`select $1::${type}[] as values`, [arrayText(values)])
  expect(rows[0].values).toEqual(values)
})
