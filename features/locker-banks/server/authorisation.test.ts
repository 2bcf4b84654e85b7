import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { session } from '#features/session/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import { newId } from '#platform/ids.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { API_TOKEN_MASK, type Authorisation, lockerBanks } from '../contract.ts'
import { keyFileOf } from '../key-file.ts'
import { configurationOf } from './configuration.ts'

let { server, riverside, manager } = {} as TwoOrganisations<OrganisationFixtures>
let staff: string
onTwoOrganisations(seedOrganisation, async (organisations) => {
  ;({ server, riverside, manager } = organisations)
  staff = await tokenOf(server, 'mailroomstaff', 'riverside')
})

let codes = 0
async function created(more: Record<string, unknown> = {}): Promise<string> {
  const { buildingId } = riverside.properties[0]!
  const input = { buildingId, lockerBankCode: `LB-${++codes}`, name: 'Lobby', address: '1 Quay Road', ...more }
  const { body } = await server.ask(lockerBanks.create, { token: manager, params: { lockerBankId: EMPTY_GUID }, input })
  return body.Id
}
const ask = (op: 'authorise' | 'authorisation' | 'deauthorise' | 'get', id: string, token = manager) =>
  server.ask(lockerBanks[op], { token, params: { lockerBankId: id } })
/** Signs in with a key, like a kiosk. */
const connect = ({ APIKeyId, ApiSecret }: Authorisation, systemName = 'riverside') =>
  server.ask(session.token, {
    input: {
      grant_type: 'client_credentials',
      client_id: APIKeyId,
      client_secret: ApiSecret,
      scope: `${systemName} ${CREDENTIALS.lockerBank}`,
    },
  })
const auditOf = (id: string) =>
  inOrganisation(server, riverside.organisationId, async (db) =>
    (await db.selectFrom('audit').select('action').where('subject_id', '=', id).orderBy('at').orderBy('id').execute()).map(
      (row) => row.action,
    ),
  )

describe('authorising a locker bank', () => {
  test('returns a key that its kiosk can sign in with, and that can be read again', async () => {
    const id = await created({ lockerBankCode: 'KEYED' })
    const { status, body } = await ask('authorise', id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      LockerBankCode: 'KEYED',
      OrganisationSystemName: 'riverside',
      RelayEndPointName: 'http://127.0.0.1',
    })
    expect((await connect(body)).status).toBe(200)
    expect((await connect({ ...body, ApiSecret: 'guessed' })).status).toBe(400)
    expect((await ask('authorisation', id)).body).toEqual(body)
    expect(await auditOf(id)).toEqual(['locker bank created', 'locker bank authorised', 'locker bank key read'])
  })
  test('returns to the form that a secret is set, never the secret', async () => {
    const id = await created()
    const { body } = await ask('authorise', id)
    const shown = (await ask('get', id)).body
    expect(shown).toMatchObject({ ApikeyId: body.APIKeyId, ApiToken: API_TOKEN_MASK })
    expect(JSON.stringify(shown)).not.toContain(body.ApiSecret)
  })
  test('stores the secret encrypted and is not repeated by an idempotency key', async () => {
    const id = await created()
    const { body } = await server.ask(lockerBanks.authorise, {
      token: manager,
      params: { lockerBankId: id },
      headers: { 'idempotency-key': 'same' },
    })
    const stored = await inOrganisation(server, riverside.organisationId, async (db) => ({
      key: await db.selectFrom('api_keys').selectAll().where('locker_bank_id', '=', id).executeTakeFirstOrThrow(),
      replies: await db.selectFrom('idempotency_keys').select('key').where('key', '=', 'same').execute(),
    }))
    expect(stored.key.secret_encrypted.includes(body.ApiSecret)).toBe(false)
    expect(stored.replies).toEqual([])
  })
  test('is refused while it is authorised, also for concurrent requests', async () => {
    const id = await created()
    const both = await Promise.all([ask('authorise', id), ask('authorise', id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await ask('authorise', id)).body.Message).toBe('The locker bank is already authorised.')
  })
  test('is refused before the bank is created, and for a foreign one with the same message', async () => {
    const id = await created()
    const notCreated = { status: 404, body: { Message: 'Create the locker bank before authorising it.' } }
    expect(await ask('authorise', EMPTY_GUID)).toMatchObject(notCreated)
    expect(await ask('authorise', newId())).toMatchObject(notCreated)
    expect(await ask('authorise', id, await tokenOf(server, 'organisationmanager', 'harbour'))).toMatchObject(notCreated)
  })
  test('needs EditLockerBank, and so does reading the key', async () => {
    const id = await created()
    await ask('authorise', id)
    for (const op of ['authorise', 'authorisation', 'deauthorise'] as const) expect((await ask(op, id, staff)).status).toBe(403)
  })
  test('returns the bank’s own end point when one is set', async () => {
    const id = await created({ relayEndPointName: 'https://kiosks.example' })
    expect((await ask('authorise', id)).body.RelayEndPointName).toBe('https://kiosks.example')
  })
  test('returns the content of the exported key file', async () => {
    const { body } = await ask('authorise', await created({ lockerBankCode: 'FILE' }))
    expect(keyFileOf(body)).toEqual({
      LockerBankCode: 'FILE',
      OrganisationSystemName: 'riverside',
      ApiKey: body.APIKeyId,
      ApiSecret: body.ApiSecret,
      RelayEndPointName: 'http://127.0.0.1',
    })
  })
})

describe('deauthorising a locker bank', () => {
  test('deletes its key, and it can be authorised again with another', async () => {
    const id = await created()
    const before = (await ask('authorise', id)).body
    expect(await ask('deauthorise', id)).toMatchObject({
      status: 200,
      body: { Message: 'The authorisation of the locker bank has been deleted.' },
    })
    expect((await connect(before)).status).toBe(400)
    expect(await ask('authorisation', id)).toMatchObject({ status: 404, body: { Message: 'The locker bank is not authorised.' } })
    expect((await ask('get', id)).body).toMatchObject({ ApikeyId: null, ApiToken: '' })
    const renewed = (await ask('authorise', id)).body
    expect(renewed.ApiSecret).not.toBe(before.ApiSecret)
    expect((await connect(renewed)).status).toBe(200)
    expect((await connect(before)).status).toBe(400)
  })
  test('is refused without a key', async () => {
    expect(await ask('deauthorise', await created())).toMatchObject({
      status: 422,
      body: { Message: 'The locker bank is not authorised.' },
    })
    expect((await ask('deauthorise', newId())).status).toBe(404)
  })
})

describe('publishing', () => {
  const canPublish = async (id: string) =>
    (await server.ask(lockerBanks.canPublish, { token: manager, params: { lockerBankId: id } })).body
  /** Saves the present configuration as the published one. */
  const publish = (id: string) =>
    inOrganisation(server, riverside.organisationId, async (db) => {
      const content = JSON.stringify(await configurationOf(db, id))
      const of = { organisation_id: riverside.organisationId, locker_bank_id: id, property_id: riverside.properties[0]!.id }
      await db
        .insertInto('kiosk_configs')
        .values({ ...of, version: 1, content, published_at: new Date() })
        .execute()
    })
  test('is possible while the bank is authorised and differs from the published configuration', async () => {
    const id = await created()
    expect(await canPublish(id)).toEqual({ CanPublish: false, HasChanged: true, Reason: 'The locker bank is not authorised.' })
    await ask('authorise', id)
    expect(await canPublish(id)).toEqual({ CanPublish: true, HasChanged: true, Reason: '' })
    await publish(id)
    expect(await canPublish(id)).toEqual({
      CanPublish: false,
      HasChanged: false,
      Reason: 'Nothing has changed since it was last published.',
    })
    const input = { ...(await ask('get', id)).body, Name: 'Renamed' }
    await server.ask(lockerBanks.update, { token: manager, params: { lockerBankId: id }, input })
    expect(await canPublish(id)).toEqual({ CanPublish: true, HasChanged: true, Reason: '' })
  })
  test('is 404 for a missing bank', async () => {
    expect((await server.ask(lockerBanks.canPublish, { token: manager, params: { lockerBankId: newId() } })).status).toBe(404)
  })
})

test('an inactive bank refuses its kiosk until it is active again', async () => {
  const id = await created()
  const key = (await ask('authorise', id)).body
  const save = async (IsActive: boolean) =>
    server.ask(lockerBanks.update, {
      token: manager,
      params: { lockerBankId: id },
      input: { ...(await ask('get', id)).body, IsActive },
    })
  const { client } = await mqttKiosk(server, id, key.ApiSecret)
  const connection = once(client as never, 'close')
  expect((await save(false)).status).toBe(200)
  await connection
  expect((await connect(key)).status).toBe(400)
  expect((await save(true)).status).toBe(200)
  expect((await connect(key)).status).toBe(200)
  const again = await mqttKiosk(server, id, key.ApiSecret)
  again.client.end(true)
})
