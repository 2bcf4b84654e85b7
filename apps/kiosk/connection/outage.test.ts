import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { tcpProxy } from '#platform/server/testing/tcp-proxy.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { startKiosk } from '../kiosk.ts'
import { makeLobby, PIN, person, temporaryFolder } from '../testing/lobby.ts'
import { embeddedBroker, restartedServer } from '../testing/restarted-server.ts'

test('sends events recorded during an outage in order when the server is back', async () => {
  const server = await testServer()
  const lobby = await makeLobby(server, 'outage')
  const { path, remove } = temporaryFolder()
  const kiosk = await startKiosk({
    key: lobby.key,
    stateFolder: path,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    log: () => {},
    maxRetryMs: 500,
  })
  let back: { stop(): Promise<void> } | undefined
  onTestFinished(async () => {
    await kiosk.stop()
    await back?.stop()
    await server.database.close()
    await server.store.drop()
    remove()
  })
  await eventually(lobby.isOnline).toBe(true)
  await eventually(kiosk.configVersion).toBe(1)

  kiosk.cabinet.fault('SN-L1', 'stays-open')
  const login = { agent: 'deliverer', pin: PIN }
  const dropping = kiosk.terminal(person()).dropOff(login, { unit: '12A' }, LOCKER_SIZES.small.value, '')
  await eventually(() => kiosk.cabinet.isOpen('SN-L1')).toBe(true)
  const { port } = server.app.server.address() as AddressInfo
  await server.app.close()
  await server.broker.close()
  await eventually(kiosk.isConnected).toBe(false)

  kiosk.cabinet.fault('SN-L1', 'none')
  expect(await dropping).toContain('Dropped off in locker L1')
  for (let i = 0; i < 70; i += 1) {
    kiosk.cabinet.push('SN-L2', true)
    kiosk.cabinet.push('SN-L2', false)
  }
  await eventually(() => kiosk.unacknowledged().length).toBeGreaterThan(140)
  const recorded = kiosk.unacknowledged().map(({ Id }) => Id)

  back = await restartedServer(server, await embeddedBroker(server), port)
  await eventually(() => kiosk.unacknowledged().length).toBe(0)
  const received = await lobby.asTenant((db) =>
    db.selectFrom('kiosk_events').select(['id', 'outcome']).orderBy('received_at').execute(),
  )
  expect(
    received.slice(-recorded.length).map(({ id }) => id),
    'in the order in which they happened',
  ).toEqual(recorded)
  expect(received.every(({ outcome }) => outcome === 'applied')).toBe(true)
  expect((await lobby.packages()).map(({ status_id, locker_id }) => [status_id, locker_id])).toEqual([[1, lobby.lockers.L1]])
  await eventually(lobby.isOnline).toBe(true)
})

test('refuses a drop-off into a locker whose previous drop-off the server has not received', async () => {
  const server = await testServer()
  const lobby = await makeLobby(server, 'unreceived')
  const { path, remove } = temporaryFolder()
  const cabinet = simulatedCabinet({ closesAfterMs: 20 })
  const kiosk = await startKiosk({ key: lobby.key, stateFolder: path, cabinet, log: () => {}, maxRetryMs: 500 })
  onTestFinished(async () => {
    await kiosk.stop()
    await server.stop()
    remove()
  })
  const opened: string[] = []
  cabinet.onChange(({ serialNumber, isOpen }) => void (isOpen && opened.push(serialNumber)))
  const dropOff = (unit: string) =>
    kiosk.terminal(person()).dropOff({ agent: 'deliverer', pin: PIN }, { unit }, LOCKER_SIZES.small.value, '')
  await eventually(kiosk.isConnected).toBe(true)
  await server.broker.close()
  await eventually(kiosk.isConnected).toBe(false)
  expect(await dropOff('12A')).toContain('locker L1')
  expect(await lobby.packages()).toEqual([])
  // The reservation expires, so the server considers the locker free.
  await lobby.asTenant((db) =>
    db
      .updateTable('lockers')
      .set({ reserved_until: new Date(0).toISOString() })
      .execute(),
  )
  await expect(dropOff('12B')).rejects.toThrow('has not yet received the previous drop-off into this locker')
  expect(await dropOff('12B')).toContain('locker L2')
  expect(opened).toEqual(['SN-L1', 'SN-L2'])
})

const NOT_ACKNOWLEDGED = 'the server did not acknowledge the disconnect'

describe('a kiosk whose server stops responding', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  async function wired(systemName: string) {
    const lobby = await makeLobby(server, systemName)
    const wire = await tcpProxy((server.app.server.address() as AddressInfo).port)
    const { path, remove } = temporaryFolder()
    onTestFinished(() => {
      wire.close()
      remove()
    })
    const logged: string[] = []
    const kiosk = await startKiosk({
      key: { ...lobby.key, RelayEndPointName: `http://127.0.0.1:${wire.port}` },
      stateFolder: path,
      cabinet: simulatedCabinet({ closesAfterMs: 20 }),
      log: (line) => logged.push(line),
      maxRetryMs: 500,
    })
    await eventually(lobby.isOnline).toBe(true)
    wire.silence(true)
    kiosk.cabinet.push('SN-L1', true)
    await eventually(async () => (await lobby.events()).length).toBe(1)
    expect(kiosk.unacknowledged().length).toBe(1)
    return { lobby, wire, kiosk, logged }
  }

  test('stops after the timeouts of the disconnect', async () => {
    const { kiosk, lobby, logged } = await wired('silent')
    await kiosk.stop()
    expect(logged).toContain(NOT_ACKNOWLEDGED)
    await eventually(lobby.isOnline).toBe(false)
  })

  test('disconnects normally after its connection broke and was restored', async () => {
    const { kiosk, lobby, wire, logged } = await wired('broken')
    wire.cut()
    wire.silence(false)
    await eventually(() => kiosk.unacknowledged().length).toBe(0)
    await kiosk.stop()
    expect(logged).not.toContain(NOT_ACKNOWLEDGED)
    await eventually(lobby.isOnline).toBe(false)
  })
})
