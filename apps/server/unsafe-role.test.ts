import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDatabase } from '#platform/server/postgres/bootstrap-database.ts'
import { cluster } from '#platform/server/testing/services.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { launch } from './testing/program.ts'

let DATA_DIR: string
beforeAll(() => {
  DATA_DIR = temporaryFolder()
})
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

test('refuses to start with a role that bypasses row security', async () => {
  const { superuserUrl, template } = cluster()
  const program = launch({ LOG_LEVEL: 'warn', DATA_DIR, DATABASE_URL: inDatabase(superuserUrl, template) })
  expect(await program.ended).toBe(1)
  expect(program.output().trim()).toMatch(/^[^\n]*row-level security[^\n]*\.$/)
})
