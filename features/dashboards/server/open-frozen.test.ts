import { afterEach, expect, test } from 'vitest'
import { eachOnServer } from '#apps/server/testing/each-on-server.ts'
import { inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import type { Command } from '#features/kiosks/protocol.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { newId } from '#platform/ids.ts'
import { type DatabaseProxy, databaseProxy } from '#platform/server/testing/database.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { dashboards } from '../contract.ts'
import { makeCabinet } from '../testing/cabinet.ts'

// Opening a locker while the database stops to respond: no door opens twice or late (decisions "Frozen database").

let server: TestServer
let proxy: DatabaseProxy
let kiosk: Awaited<ReturnType<typeof mqttKiosk>>
/** Opens the locker with this key. */
let open: (key: string) => ReturnType<TestServer['ask']>
let storedEvents: () => Promise<number>
/** States of the commands, in their order. */
let states: () => Promise<string[]>
eachOnServer(
  async (started, nth) => {
    server = started
    const organisation = await seedOrganisation(server, `frozen${nth}`)
    const { lockerBankId, secret } = await makeCabinet(server, organisation, 0, { L1: {} })
    const asTenant = <T>(work: Parameters<typeof inOrganisation<T>>[2]) =>
      inOrganisation(server, organisation.organisationId, work)
    kiosk = await mqttKiosk(server, lockerBankId, secret)
    await kiosk.beat()
    await eventually(() =>
      asTenant((db) => db.selectFrom('locker_banks').select('is_online').executeTakeFirstOrThrow()),
    ).toMatchObject({ is_online: true })
    const token = await tokenOf(server, 'mailroomstaff', organisation.systemName)
    open = (key) =>
      server.ask(dashboards.open, {
        token,
        params: { lockerBankId, locker: 'L1' },
        input: {},
        headers: { 'idempotency-key': key },
      })
    states = async () =>
      (await asTenant((db) => db.selectFrom('kiosk_commands').select('state').orderBy('id').execute())).map(({ state }) => state)
    storedEvents = async () => (await asTenant((db) => db.selectFrom('kiosk_events').select('id').execute())).length
    return () => kiosk.client.end(true)
  },
  {
    replyTimeoutMs: 1_000,
    limits: { connectionTimeoutMillis: 500, query_timeout: 1_000 },
    reachedAt: async (url) => {
      proxy = await databaseProxy(url)
      return proxy.url
    },
  },
)
afterEach(() => proxy.hold(false))

const commands = () => kiosk.received<Command>('commands')
const opens = () =>
  kiosk.onCommand(async (command) => {
    const { LockerId, SerialNumber, Id: CommandId } = command as Extract<Command, { Kind: 'open' }>
    await kiosk.sendEvents([event({ Kind: 'door-opened', LockerId, SerialNumber, CommandId })])
    await kiosk.reply({ CommandId, State: 'opened' })
  })
const opened = { status: 200, body: { IsOpen: true } }
const inProgress = { status: 409, body: { Code: 'MsgKeyInProgress' } }

/** Holds back the reply to the first commit after a request that contains `text`. */
function holdAtCommitAfter(text: string) {
  let isSeen = false
  proxy.holdAt((request) => {
    isSeen ||= request.includes(text)
    return isSeen && request.includes('commit')
  })
}

test('a command whose commit had no reply is never sent, not even with the same key once the database responds', async () => {
  opens()
  const key = newId()
  holdAtCommitAfter('locker opening requested')
  const refused = await open(key)
  expect(refused).toMatchObject({ status: 503, body: { Code: 'MsgMayBeSaved' }, headers: { 'retry-after': '1' } })
  expect(proxy.isHolding()).toBe(true)
  proxy.hold(false)
  expect(await states()).toEqual(['sent'])
  expect(await open(key)).toMatchObject(inProgress)
  expect(commands()).toEqual([])
  expect(await open(newId())).toMatchObject(opened)
  expect(commands()).toHaveLength(1)
  expect(await states()).toEqual(['sent', 'opened'])
})

test('a key whose reply could not be stored opens no second time', async () => {
  kiosk.onCommand(({ Id: CommandId }) => void kiosk.reply({ CommandId, State: 'not-detected' }))
  const key = newId()
  holdAtCommitAfter('"IsOpen":false')
  expect(await open(key)).toMatchObject({ status: 503, body: { Code: 'MsgMayBeSaved' } })
  proxy.hold(false)
  expect(await open(key)).toMatchObject({ status: 200, body: { IsOpen: false } })
  expect(commands()).toHaveLength(1)
})

test('an event that could not be stored is applied once, and its key opens no second time', async () => {
  const key = newId()
  let sendEvent = async () => {}
  kiosk.onCommand(async (command) => {
    proxy.hold(true)
    const { LockerId, SerialNumber, Id: CommandId } = command as Extract<Command, { Kind: 'open' }>
    const opened = event({ Kind: 'door-opened', LockerId, SerialNumber, CommandId })
    sendEvent = () => kiosk.sendEvents([opened]).then(() => {})
    await sendEvent()
  })
  const MsgDoorMayBeOpen = { status: 504, body: { Code: 'MsgDoorMayBeOpen', Message: expect.stringContaining('may be open') } }
  expect(await open(key)).toMatchObject(MsgDoorMayBeOpen)
  proxy.hold(false)
  expect(await open(key)).toMatchObject(inProgress)
  expect(commands()).toHaveLength(1)
  // As a kiosk does until it receives an acknowledgement.
  for (let i = 0; i < 2; i++) await sendEvent()
  await eventually(states).toEqual(['opened'])
  await eventually(async () => kiosk.acked().length).toBeGreaterThanOrEqual(2)
  expect(await storedEvents()).toBe(1)
})
