import { expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { agents } from '#features/agents/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { ROLES } from '#platform/permissions.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from '../kiosk.ts'
import { CODE, type Lobby, makeLobby, person, temporaryFolder } from '../testing/lobby.ts'

let server: TestServer
let lobby: Lobby
let kiosk: Kiosk
eachOnServer(async (started, nth) => {
  server = started
  lobby = await makeLobby(server, `stairs${nth}`)
  const temporary = temporaryFolder()
  const cabinet = simulatedCabinet({ closesAfterMs: 20 })
  kiosk = await startKiosk({
    key: lobby.key,
    stateFolder: temporary.path,
    cabinet,
    log: () => {},
    closeMs: 5_000,
    opening: { openRetries: 0, openTimeoutMs: 200 },
    maxRetryMs: 500,
  })
  await eventually(lobby.isOnline).toBe(true)
  return async () => {
    await kiosk.stop()
    temporary.remove()
  }
})

const SMALL = LOCKER_SIZES.small.value
const PIN = '864209'
const at = () => kiosk.terminal(person())
const allDelivered = () => eventually(() => kiosk.unacknowledged().length).toBe(0)
const statuses = async () => (await lobby.packages()).map(({ status_id }) => status_id)
const expectRefusal = (action: Promise<unknown>, message: string) => expect(action).rejects.toThrow(message)
const WRONG_PIN = 'Wrong user name or PIN.'

/** Creates an agent through the portal's API. Returns the id. */
async function newAgent(userName: string, roleTypeId: number, courierId = lobby.courierId): Promise<string> {
  const input = {
    firstName: userName,
    lastName: 'New',
    emailId: `${userName}@courier.test`,
    courierId,
    roleTypeId,
    userName,
    pin: PIN,
    propertyIds: [lobby.properties[0]!.id],
  }
  const { status, body } = await server.ask(agents.create, { token: lobby.token, input })
  expect([status, body.Message]).toEqual([200, 'Agent has been saved successfully.'])
  return body.Id
}
async function change(agentId: string, more: object) {
  const { body } = await server.ask(agents.get, { token: lobby.token, params: { agentId } })
  const saved = await server.ask(agents.update, { token: lobby.token, params: { agentId }, input: { ...body, ...more } })
  expect(saved.status).toBe(200)
}
const login = (agent: string, pin = PIN) => ({ agent, pin })
const dropOff = (agent: string) => at().dropOff(login(agent), { unit: '12A' }, SMALL, '')

test('each role can do its own work only: deliver, recover expired packages, dry cleaning', async () => {
  const cleaning = { name: 'Fresh Press', sortOrder: 1, isDryCleaning: true }
  const { body } = await server.ask(couriers.save, { token: lobby.token, input: cleaning })
  await newAgent('six', ROLES.deliveryagent.id)
  await newAgent('seven', ROLES.deliveryrecoveryagent.id)
  await newAgent('nine', ROLES.drycleaningagent.id, body.Id)

  expect(await dropOff('six')).toContain('Dropped off')
  expect(await dropOff('seven')).toContain('Dropped off')
  await expectRefusal(dropOff('nine'), 'Your role does not allow this.')
  await allDelivered()
  await lobby.asTenant((db) => db.updateTable('packages').set({ status_id: 10, status_group: 3 }).execute())
  await at().dryClean({ code: CODE }, SMALL)
  await allDelivered()
  expect((await statuses()).toSorted()).toEqual([10, 10, 24])

  expect(await at().recover(login('six'))).toBe('There is nothing to take back.')
  expect(await at().recover(login('nine'))).toBe('Locker L4: 1 package.')
  await allDelivered()
  expect((await statuses()).toSorted()).toEqual([10, 10, 25])
  expect(await at().recover(login('seven'))).toBe('Locker L1: 1 package.\nLocker L2: 1 package.')
  await allDelivered()
  expect((await statuses()).toSorted()).toEqual([16, 16, 25])
})

/** Ends the delay before the next attempt. Wrong attempts stay counted. */
const endDelay = () =>
  lobby.asTenant((db) =>
    db
      .updateTable('kiosk_delays')
      .set({ blocked_until: new Date(0) })
      .execute(),
  )

async function lock(agent: string) {
  for (let i = 0; i < 10; i += 1) {
    await expectRefusal(at().recover(login(agent, '000000')), WRONG_PIN)
    if (i === 0) await expectRefusal(at().recover(login(agent)), 'Please try again in 5 seconds.')
    if (i < 9) await endDelay()
  }
}

test('an agent locked by wrong PINs can sign in as soon as a manager unlocks them', async () => {
  const agentId = await newAgent('Forgetful', ROLES.deliveryagent.id)
  await lock('forgetful')
  const status = async () => (await server.ask(agents.get, { token: lobby.token, params: { agentId } })).body.AgentStatus
  expect(await status()).toBe(3)
  await expectRefusal(dropOff('forgetful'), 'Please try again in')

  const unlock = () => server.ask(agents.unlock, { token: lobby.token, params: { agentId } })
  expect(await unlock()).toMatchObject({ status: 200, body: { Message: 'The agent can sign in again.' } })
  expect(await status()).toBe(1)
  expect(await dropOff('forgetful')).toContain('Dropped off')
  expect(await unlock()).toMatchObject({ status: 422, body: { Code: 'MsgAgentNotLocked' } })
  const auditRows = await lobby.asTenant((db) =>
    db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', agentId)
      .where('action', 'like', '%lock%')
      .orderBy('id')
      .execute(),
  )
  expect(auditRows).toEqual([{ action: 'terminal login locked' }, { action: 'agent unlocked' }])
})

test('a new PIN also unlocks an agent and replaces the old one', async () => {
  const agentId = await newAgent('reset', ROLES.deliveryagent.id)
  await lock('reset')
  await change(agentId, { Pin: '112233' })
  expect(await at().dropOff(login('reset', '112233'), { unit: '12A' }, SMALL, '')).toContain('Dropped off')
  await expectRefusal(dropOff('reset'), WRONG_PIN)
})

test('refuses an agent who is inactive, deleted or moved to another property with the message of a wrong PIN', async () => {
  const [inactive, deleted, moved] = [await newAgent('a', 6), await newAgent('b', 6), await newAgent('c', 6)]
  for (const agent of ['a', 'b']) expect(await dropOff(agent)).toContain('Dropped off')
  await change(inactive, { IsActive: false })
  await change(moved, { PropertyIds: [lobby.properties[1]!.id] })
  await server.ask(agents.remove, { token: lobby.token, input: [deleted] })
  for (const agent of ['a', 'b', 'c']) await expectRefusal(at().recover(login(agent)), WRONG_PIN)
})
