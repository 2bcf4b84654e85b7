import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './runners.ts'
import { SERVICES } from './services.ts'

const ASKS = /inject\('cluster'\)|env\.TEST_MQTT_URL/

test('every test that uses the database or broker of the run imports the services module', () => {
  const files = globSync('{apps,database,features,platform}/**/*.ts', { cwd: ROOT })
  expect(files.filter((file) => ASKS.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([SERVICES])
})
