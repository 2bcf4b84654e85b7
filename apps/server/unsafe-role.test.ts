import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#platform/server/testing/database.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { launch } from './testing/program.ts'

let DATA_DIR: string
let store: TestDatabase
beforeAll(async () => {
  DATA_DIR = temporaryFolder()
  store = await testDatabase()
})
afterAll(async () => {
  rmSync(DATA_DIR, { recursive: true })
  await store.drop()
})

test('refuses to start with a role that bypasses row security', async () => {
  const SECRET_KEY = '0123456789abcdef'.repeat(4)
  const program = launch({ LOG_LEVEL: 'warn', DATA_DIR, SECRET_KEY, DATABASE_URL: store.superuserUrl })
  expect(await program.ended).toBe(1)
  expect(program.output().trim()).toMatch(/^[^\n]*row-level security[^\n]*\.$/)
})
