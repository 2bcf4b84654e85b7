import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { forbidden } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { system } from '../contract.ts'
import {
  databaseOf,
  detailsOf,
  fetchesOf,
  jobsOf,
  kioskVersionsOf,
  migrationsOf,
  outboxesOf,
  queuesOf,
  schedulesOf,
} from './store.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }

export type SystemDeps = {
  readonly database: Database
  readonly startedAt: Date
  /** The folder of the server's data, whose disk is measured; by default the one that the program runs in. */
  readonly dataDir?: string | undefined
}

/** The state of the installation, for super administrators of the flagged organisation (decisions "System page"). */
export function systemRoutes(route: Router, { database, startedAt, dataDir = '.' }: SystemDeps) {
  route.withoutTransaction(system.status, async ({ caller, now }) => {
    refuseOthers(caller)
    const [migrations, queues, schedules, outboxes, kiosks, fetches, { version: release, bytes, tables }, disk] =
      await Promise.all([
        migrationsOf(database),
        queuesOf(database),
        schedulesOf(database),
        outboxesOf(database),
        kioskVersionsOf(database, now),
        fetchesOf(database),
        databaseOf(database),
        statfs(dataDir),
      ])
    return {
      Release: version,
      Node: process.versions.node,
      Database: release,
      StartedAt: startedAt.toISOString(),
      Migrations: migrations,
      Queues: queues,
      Schedules: schedules,
      Outboxes: outboxes,
      Kiosks: kiosks,
      Fetches: fetches,
      Disk: { Free: disk.bavail * disk.bsize, Total: disk.blocks * disk.bsize },
      DatabaseBytes: bytes,
      Tables: tables,
    }
  })

  route.withoutTransaction(system.jobs, ({ caller, params }) => {
    refuseOthers(caller)
    return jobsOf(database, params.queue)
  })

  route.withoutTransaction(system.details, ({ caller, params: { id, what }, now }) => {
    refuseOthers(caller)
    return database.readInTenant(wholeOrganisation(id), async (db) => {
      await existing(db.selectFrom('organisations').select('id').where('id', '=', id))
      return detailsOf(db, what, now)
    })
  })
}

/** The permission alone does not tell the flagged organisation from others. */
function refuseOthers({ isSuperAdmin }: Caller): void {
  if (!isSuperAdmin) throw forbidden()
}
