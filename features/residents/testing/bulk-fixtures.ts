import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { bulk } from '#platform/bulk.ts'
import type { Operation } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'

/** Two organisations with residents, and bulk actions on those of `riverside`. */
export function bulkFixtures() {
  const state = {} as {
    server: TestServer
    organisation: OrganisationFixtures
    foreign: OrganisationFixtures
    manager: string
    /** Bound to the first property. */
    ofProperty: string
    mailroom: string
    packages: PackageFixtures
  }

  beforeAll(async () => {
    state.server = await testServer()
    state.organisation = await seedOrganisation(state.server, 'riverside', { isSuperAdmin: true })
    state.foreign = await seedOrganisation(state.server, 'harbour')
    state.packages = await seedPackageFixtures(state.server, state.organisation)
    state.manager = await tokenOf(state.server, 'organisationmanager', 'riverside')
    state.ofProperty = await tokenOf(state.server, 'propertymanager', 'riverside')
    state.mailroom = await tokenOf(state.server, 'mailroomstaff', 'riverside')
  })
  afterAll(() => state.server.stop())
  beforeEach(() => {
    state.server.jobs.length = 0
    state.server.mails.length = 0
  })
  const inOwn = <T>(work: (db: Db) => Promise<T>) => inOrganisation(state.server, state.organisation.organisationId, work)
  /** Adds residents with a last name of their own to a property, by default the first; returns their ids in order. */
  async function add(lastName: string, count: number, { of = state.organisation, property = 0 } = {}): Promise<string[]> {
    const { id, buildingId } = of.properties[property]!
    const { rows } = await inOrganisation(state.server, of.organisationId, (db) =>
      sql<{
        id: string
      }>`insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name, email)
      select ${of.organisationId}, gen_random_uuid(), ${id}, ${buildingId}, n, 'Rita', ${lastName}, 'r' || n || '@mail.test'
      from generate_series(1, ${count}::int) as n returning id`.execute(db),
    )
    return rows.map((row) => row.id).sort()
  }
  const rowsOf = (ids: readonly string[]) =>
    inOwn((db) =>
      db
        .selectFrom('residents')
        .select(['id', 'is_out_of_town', 'hold_until', 'occupancy_status', 'is_active', 'access_code_hash', 'deleted_at'])
        .where(sql<boolean>`id = any(${ids})`)
        .orderBy('id')
        .execute(),
    )
  const audited = async (action: string, ids: readonly string[]) =>
    (
      await inOwn((db) =>
        db
          .selectFrom('audit')
          .select('subject_id')
          .where('action', '=', action)
          .where(sql<boolean>`subject_id = any(${ids})`)
          .execute(),
      )
    ).length
  const act = (op: Operation, input: object, token = state.manager) => state.server.ask(op, { token, input })
  const job = async (jobId: string, token = state.manager) =>
    (await state.server.ask(bulk.job, { token, params: { jobId } })).body
  const undo = (jobId: string, token = state.manager) => state.server.ask(bulk.undo, { token, params: { jobId } })
  const away = async (ids: readonly string[]) => (await rowsOf(ids)).filter((row) => row.is_out_of_town).length
  /** How many rows of an action have their previous values. */
  const valuesLeft = async (jobId: string) =>
    (
      await inOwn((db) =>
        db.selectFrom('bulk_rows').select('row_id').where('job_id', '=', jobId).where('before', 'is not', null).execute(),
      )
    ).length

  return { state, inOwn, add, rowsOf, audited, act, job, undo, away, valuesLeft }
}
