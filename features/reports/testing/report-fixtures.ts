import { afterAll, beforeAll, expect } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Ask, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type PackageFixtures, seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { reports } from '../contract.ts'

type Source = { Report?: string | null; ParameterValues?: Record<string, unknown> }

/** Two organisations, packages in both properties of `riverside`, and documents of reports. */
export function reportFixtures() {
  const state = {} as {
    server: TestServer
    organisation: OrganisationFixtures
    properties: PackageFixtures[]
    manager: string
  }

  beforeAll(async () => {
    state.server = await testServer()
    state.organisation = await seedOrganisation(state.server, 'riverside')
    await seedOrganisation(state.server, 'harbour')
    state.properties = [
      await seedPackageFixtures(state.server, state.organisation, 0),
      await seedPackageFixtures(state.server, state.organisation, 1),
    ]
    state.manager = await tokenOf(state.server, 'organisationmanager', 'riverside')
    for (const property of state.properties) for (const person of property.people) await property.add(person)
  })
  afterAll(() => state.server.stop())
  const inOwn = <T>(work: (db: Db) => Promise<T>) => inOrganisation(state.server, state.organisation.organisationId, work)

  const register = async (token = state.manager): Promise<string> =>
    (await state.server.ask(reports.register, { token, input: { TimeStamp: 1 } })).body.clientId

  /** Opens a document of a report; `render` waits until it is made. */
  async function open(source: Source, { token = state.manager, format = 'HTML5Interactive', render = true, more = {} } = {}) {
    const clientId = await register(token)
    const params = { clientId }
    const instance = await state.server.ask(reports.createInstance, { token, params, input: source })
    expect(instance.status, JSON.stringify(instance.body)).toBe(201)
    const ids = { clientId, instanceId: instance.body.instanceId as string }
    return { ...(await another(ids, { token, format, render, more })), ids }
  }
  /** Opens another document of an instance. */
  async function another(
    ids: { clientId: string; instanceId: string },
    { token = state.manager, format = 'HTML5Interactive', render = true, more = {} } = {},
  ) {
    const input = { Format: format, ...more }
    const created = await state.server.ask(reports.createDocument, { token, params: ids, input })
    const params = { ...ids, documentId: created.body.documentId as string }
    if (render) await state.server.work()
    const ask = (operation: Parameters<TestServer['ask']>[0], change: Ask = {}) =>
      state.server.ask(operation, { token, ...change, params: { ...params, ...change.params } })
    return {
      created,
      params,
      info: () => ask(reports.info),
      page: (pageNumber: number | string) => ask(reports.page, { params: { pageNumber: String(pageNumber) } }),
      file: () => ask(reports.document),
      remove: () => ask(reports.deleteDocument),
    }
  }

  return { state, inOwn, register, open, another }
}
