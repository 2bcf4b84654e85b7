import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './runners.ts'
import { SERVICES } from './services.ts'

const ASKS = /inject\('cluster'\)|env\.TEST_MQTT_URL/

test('a test asks for a database or a broker of the run through the file by which those on services are chosen', () => {
  const files = globSync('{apps,database,features,platform}/**/*.ts', { cwd: ROOT })
  expect(files.filter((file) => ASKS.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([SERVICES])
})
