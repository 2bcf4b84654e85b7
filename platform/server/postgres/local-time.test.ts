import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localText, zoneRules } from '#platform/time-zone.ts'
import { testDatabase } from '../testing/database.ts'
import { type Database, openDatabase } from './db.ts'
import { localTimestamp, localTimestamps } from './local-time.ts'

const ZONES = ['America/Edmonton', 'Africa/Casablanca', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Europe/London', 'UTC'] as const

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const created = await testDatabase()
  database = openDatabase(created.url)
  drop = created.drop
})
afterAll(async () => {
  await database.close()
  await drop()
})

const timesOf = (zone: string) =>
  [Date.UTC(2016, 0), ...zoneRules(zone).changes.flatMap((at) => [at - 1000, at]), Date.UTC(2029, 6)].map((at) =>
    new Date(at).toISOString(),
  )

test.each(ZONES)('PostgreSQL has the local times of Node in %s', async (zone) => {
  const times = timesOf(zone)
  const { rows } = await sql<{ local: string }>`
    select to_char(${localTimestamp(sql.ref('t.at'), zone)}, 'YYYY-MM-DD HH24:MI:SS') as local
    from unnest(${times}::timestamptz[]) with ordinality as t (at, nth) order by nth`.execute(database.untenanted)
  expect(rows.map(({ local }) => local)).toEqual(times.map((at) => localText(at, zone)))
})

test('PostgreSQL has the local times of several zones in one query, and none for no time', async () => {
  const { zones, localTimestamp: local } = localTimestamps(ZONES)
  const asked = ZONES.flatMap((zone) => timesOf(zone).map((at) => ({ zone, at })))
  const { rows } = await sql<{ local: string; none: null }>`
    select to_char(${local(sql.ref('t.at'))}, 'YYYY-MM-DD HH24:MI:SS') as local, ${local(sql`null::timestamptz`)} as none
    from rows from (json_to_recordset(${JSON.stringify(asked)}) as (zone text, at timestamptz)) with ordinality as t (zone, at, nth)
    join ${zones} on zones.time_zone = t.zone order by nth`.execute(database.untenanted)
  expect(rows.map((row) => row.local)).toEqual(asked.map(({ zone, at }) => localText(at, zone)))
  expect(rows.every(({ none }) => none === null)).toBe(true)
})

test('no query uses a time zone of PostgreSQL, whose rules may be older than those of Node', () => {
  const root = join(import.meta.dirname, '../../..')
  const files = globSync(['{features,platform,apps,database}/**/*.{ts,tsx,sql}'], { cwd: root })
  const uses = files
    .filter((file) => !/\.test\.ts$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(/at\s+time\s+zone\s+(?!'UTC')\S+|pg_timezone_names/gi)].map(([use]) => `${file}: ${use}`)
    })
  expect(uses).toEqual([])
})
