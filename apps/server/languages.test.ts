import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agents } from '#features/agents/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { imports } from '#features/imports/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { translationOf } from '#features/resources/server/translations.ts'
import { newId } from '#platform/ids.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from './testing/fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

const GERMAN = { 'accept-language': 'de' }
const german = (file: string, code: string) => translationOf('de')[file]![code]!

let server: TestServer
let organisation: OrganisationFixtures
let token: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())

describe('a reply in German', () => {
  test.each(Object.entries({ agents, couriers, imports, lockerBanks, residents }))(
    'of deleting %s has German reasons',
    async (_name, { remove }) => {
      const { body } = await server.ask(remove, { token, input: [newId()], headers: GERMAN })
      expect(body.Refused).toEqual([expect.objectContaining({ Reason: german('Refusal', 'MsgNotFound') })])
    },
  )

  test('has the reason of a record that must stay behind its name', async () => {
    const { Id: courierId } = (await server.ask(couriers.save, { token, input: { Name: 'Busy', SortOrder: 1 } })).body
    const agent = {
      FirstName: 'Ann',
      LastName: 'Agent',
      EmailId: 'ann@courier.test',
      MobilePhone: '',
      CourierId: courierId,
      RoleTypeId: 6,
    }
    const more = { UserName: 'ann', Pin: '739155', PropertyIds: [organisation.properties[0]!.id] }
    expect(await server.ask(agents.create, { token, input: { ...agent, ...more } })).toMatchObject({ status: 200 })
    const { body } = await server.ask(couriers.remove, { token, input: [courierId], headers: GERMAN })
    expect(body.Refused).toEqual([{ Id: courierId, Reason: `Busy: ${german('Courier', 'MsgCourierHasAgents')}` }])
  })

  test("has a schema's error with its values", async () => {
    const { body } = await server.ask(couriers.save, { token, input: { Name: 'x'.repeat(101), SortOrder: 1 }, headers: GERMAN })
    expect(body).toMatchObject({
      Message: german('Courier', 'MsgCourierNameTooLong').replace('{max}', '100'),
      Code: 'MsgBadInput',
      Field: 'Name',
    })
  })

  test('does not translate a name that is one of our texts', async () => {
    const Name = 'The courier still has agents.'
    const { Id } = (await server.ask(couriers.save, { token, input: { Name, SortOrder: 2 } })).body
    const { body } = await server.ask(couriers.get, { token, params: { courierId: Id }, headers: GERMAN })
    expect(body.Name).toBe(Name)
  })

  test('is translated as well where it repeats a stored reply', async () => {
    const input = { Name: 'Twice', SortOrder: 3 }
    const key = { 'idempotency-key': newId() }
    const first = await server.ask(couriers.save, { token, input, headers: key })
    const again = await server.ask(couriers.save, { token, input, headers: { ...key, ...GERMAN } })
    expect(again.body).toEqual({ Id: first.body.Id, Message: german('Courier', 'MsgCourierSaved') })
  })
})
