import { describe, expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { newId } from '#platform/ids.ts'
import { CLIENT_SECONDS, reports } from '../contract.ts'
import { reportFixtures } from '../testing/report-fixtures.ts'
import { MAX_CLIENTS, MAX_INSTANCES } from './clients.ts'

const { state, inOwn, register, open } = reportFixtures()

test('a client that was not used for long has expired (410); keep-alive keeps it', async () => {
  const params = { clientId: await register() }
  const back = (seconds: number) =>
    inOwn((db) =>
      db
        .updateTable('report_clients')
        .set({ used_at: new Date(Date.now() - seconds * 1000) })
        .where('id', '=', params.clientId)
        .execute(),
    )
  await back(CLIENT_SECONDS - 60)
  expect((await state.server.ask(reports.keepAlive, { token: state.manager, params })).status).toBe(200)
  await back(CLIENT_SECONDS + 1)
  const ended = await state.server.ask(reports.parameters, { token: state.manager, params, input: { Report: 'Tenants' } })
  expect(ended).toMatchObject({ status: 410, body: { Code: 'InvalidClientException' } })
})

test('a person has a bounded number of viewers, and a viewer of reports: those that were not used for longest are deleted', async () => {
  const token = await tokenOf(state.server, 'organisationmanager', 'harbour')
  const ids: string[] = []
  for (let nth = 0; nth < MAX_CLIENTS + 2; nth++) ids.push(await register(token))
  const keptAlive = (clientId: string) => state.server.ask(reports.keepAlive, { token, params: { clientId }, input: {} })
  expect(await keptAlive(ids[1]!)).toMatchObject({ status: 404, body: { Code: 'InvalidClientException' } })
  expect((await keptAlive(ids[2]!)).status).toBe(200)

  const params = { clientId: ids.at(-1)! }
  const add = async () =>
    (await state.server.ask(reports.createInstance, { token, params, input: { Report: 'Tenants' } })).body.instanceId
  const first: string = await add()
  for (let nth = 0; nth < MAX_INSTANCES; nth++) await add()
  const make = (instanceId: string) =>
    state.server.ask(reports.createDocument, { token, params: { ...params, instanceId }, input: { Format: 'CSV' } })
  expect((await make(first)).status).toBe(404)
  expect((await make(await add())).status).toBe(202)
})

test('an instance that does not exist is 404', async () => {
  const params = { clientId: await register(), instanceId: newId() }
  expect((await state.server.ask(reports.deleteInstance, { token: state.manager, params })).status).toBe(404)
})

describe('a reader', () => {
  test('who loses a property does not see what was made before', async () => {
    const token = await tokenOf(state.server, 'propertymanager', 'riverside')
    const document = await open({ Report: 'Tenants' }, { token })
    expect((await document.info()).status).toBe(200)
    // As it is for a reader who had the other property when it was made.
    const [own, other] = state.organisation.properties.map(({ id }) => id) as [string, string]
    const madeOf = (property_ids: string[]) =>
      inOwn((db) => db.updateTable('report_renders').set({ property_ids }).where('property_ids', 'is not', null).execute())
    await madeOf([own, other])
    expect((await document.info()).status).toBe(404)
    expect((await document.page(1)).status).toBe(404)
    await madeOf([own])
    expect((await document.info()).status).toBe(200)
  })

  test('sees neither clients nor documents of others, also of the own organisation', async () => {
    const document = await open({ Report: 'Tenants' })
    const colleague = await tokenOf(state.server, 'superadmin', 'riverside')
    const foreigner = await tokenOf(state.server, 'organisationmanager', 'harbour')
    for (const token of [colleague, foreigner]) {
      const { params } = document
      const page = { token, params: { ...params, pageNumber: '1' } }
      for (const operation of [reports.info, reports.page, reports.document, reports.deleteDocument, reports.keepAlive])
        expect((await state.server.ask(operation, page)).status).toBe(404)
      expect((await state.server.ask(reports.unregister, { token, params })).status).toBe(404)
      expect((await document.info()).status).toBe(200)
      // Nor by an own client with their ids.
      const own = { ...params, clientId: await register(token), pageNumber: '1' }
      for (const operation of [reports.info, reports.page, reports.document])
        expect((await state.server.ask(operation, { token, params: own })).status).toBe(404)
    }
  })

  test('of some properties gets their rows only, whatever the parameters name', async () => {
    const token = await tokenOf(state.server, 'propertymanager', 'riverside')
    const PropertyIds = state.organisation.properties.map(({ id }) => id)
    const ParameterValues = { PropertyIds, OrgId: newId(), UserId: newId() }
    const document = await open({ Report: 'ActivePackages', ParameterValues }, { token, format: 'CSV' })
    const { body } = await document.file()
    const own = (await document.file()).body.split('\r\n').filter(Boolean).slice(1)
    expect(own.length).toBeGreaterThan(0)
    for (const { unitNumber } of state.properties[1]!.people) expect(body).not.toContain(unitNumber)
    const offered = await state.server.ask(reports.parameters, {
      token,
      params: document.ids,
      input: { Report: 'ActivePackages' },
    })
    const list = offered.body.find(({ id }: { id: string }) => id === 'PropertyIds').availableValues
    expect(list.map(({ value }: { value: string }) => value)).not.toContain(state.organisation.properties[1]!.id)
  })

  test('without the permission gets none', async () => {
    const token = await tokenOf(state.server, 'mailroomstaff', 'riverside')
    expect((await state.server.ask(reports.register, { token, input: {} })).status).toBe(403)
  })
})
