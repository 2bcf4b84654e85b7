import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { devices } from '#features/devices/contract.ts'
import { insertCommand, readyBank } from '#features/kiosks/server/api.ts'
import { allowOpenings } from '#features/openings/testing/allow-openings.ts'
import { ANONYMOUS } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { MAX_INT } from '#platform/wire.ts'
import { startKiosk } from '../kiosk.ts'
import { CODE, makeLobby, PIN, person, temporaryFolder } from '../testing/lobby.ts'
import { simulatedCabinet } from './simulated-cabinet.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

let number = 0
/** A lobby with an ONLINE kiosk. Lockers L1 to L4 are opened by SN-L1 to SN-L4. */
async function lobbyWithKiosk({ closesAfterMs = 20, cabinet = () => simulatedCabinet({ closesAfterMs }) } = {}) {
  number += 1
  const lobby = await makeLobby(server, `mapping${number}`)
  const { lockerBankId, token } = lobby
  const folder = temporaryFolder()
  const start = () =>
    startKiosk({
      key: lobby.key,
      stateFolder: folder.path,
      cabinet: cabinet(),
      log: () => {},
      closeMs: 5_000,
      opening: { openRetries: 0, openTimeoutMs: 300 },
      remoteOpenings: { perMinute: MAX_INT, perHour: MAX_INT },
      maxRetryMs: 500,
    })
  let kiosk = await start()
  onTestFinished(async () => {
    await kiosk.stop()
    folder.remove()
  })
  await eventually(lobby.isOnline).toBe(true)
  await eventually(() => kiosk.lockers().length).toBe(4)
  const ask = (op: Parameters<TestServer['ask']>[0], more: Record<string, string>, input: object = {}) =>
    server.ask(op, { params: { lockerBankId, ...more }, input, token })
  return {
    ...lobby,
    kiosk: () => kiosk,
    restart: async () => {
      await kiosk.stop()
      await eventually(lobby.isOnline).toBe(false)
      kiosk = await start()
      await eventually(lobby.isOnline).toBe(true)
    },
    rediscover: async () => (await server.ask(devices.list, { params: { lockerBankId, rediscover: 'true' }, token })).body,
    map: (locker: string, device: string) => ask(devices.map, { locker, device }),
    unmap: (locker: string) => ask(devices.unmap, { locker }, { IsInUseConfirmed: true }),
    openDevice: (device: string) => ask(devices.open, { device }),
    openLocker: (locker: string) => ask(dashboards.open, { locker }),
    rows: () =>
      lobby.asTenant((db) =>
        db.selectFrom('lockers').select(['id', 'name', 'device_serial as serialNumber']).orderBy('name').execute(),
      ),
  }
}
type Fixtures = Awaited<ReturnType<typeof lobbyWithKiosk>>
const success = (answer: { body: object }) => expect(answer.body).toMatchObject({ IsSuccess: true })

test('a discovered device is opened, mapped to a locker and opens it, also after a restart of the kiosk', async () => {
  const fixtures = await lobbyWithKiosk()
  const { Devices } = await fixtures.rediscover()
  const spare = Devices.find(({ LockerNumber }: { LockerNumber: string | null }) => LockerNumber === null).SerialNumber
  expect((await fixtures.openDevice(spare)).body).toMatchObject({ IsOpen: true })
  success(await fixtures.unmap('L2'))
  expect((await fixtures.openLocker('L2')).body.Message).toBe('Locker is disabled / not mapped.')
  success(await fixtures.map('L2', spare))
  await fixtures.restart()
  expect((await fixtures.openLocker('L2')).body).toMatchObject({ IsOpen: true })
  const opened = (await fixtures.events()).filter(({ kind }) => kind === 'door-opened').map(({ body }) => body)
  expect(opened.at(-1)).toMatchObject({ LockerId: fixtures.lockers.L2, SerialNumber: spare })
  expect(fixtures.kiosk().lockers()).toContainEqual({ id: fixtures.lockers.L2, name: 'L2', serialNumber: spare })
})

test('refuses to map a device that has disappeared since the discovery', async () => {
  const fixtures = await lobbyWithKiosk()
  await fixtures.rediscover()
  success(await fixtures.unmap('L2'))
  await fixtures.asTenant((db) =>
    db.updateTable('devices').set({ serial_number: 'SN-GONE' }).where('serial_number', '=', 'SN-L2').execute(),
  )
  const refused = { IsSuccess: false, Message: 'The locker bank could not do this: there is no device SN-GONE.' }
  expect((await fixtures.map('L2', 'SN-GONE')).body).toEqual(refused)
  expect(await fixtures.rows()).toContainEqual(expect.objectContaining({ name: 'L2', serialNumber: null }))
})

test('refuses to change the mapping of a door that is being opened', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<'not-detected'>()
  const open = () => {
    begun.resolve()
    return ended.promise
  }
  const fixtures = await lobbyWithKiosk({ cabinet: () => ({ ...simulatedCabinet({ closesAfterMs: 20 }), open }) })
  const opening = fixtures.openLocker('L1')
  await begun.promise
  expect((await fixtures.unmap('L1')).body).toMatchObject({
    IsSuccess: false,
    Message: 'The locker bank could not do this: a door is being opened at this moment. Please try again.',
  })
  ended.resolve('not-detected')
  expect((await opening).body).toMatchObject({ IsOpen: false })
  success(await fixtures.unmap('L1'))
})

test('does not open a door for a resident when its device was mapped to another locker in the meantime', async () => {
  const fixtures = await lobbyWithKiosk()
  const at = fixtures.kiosk().terminal(person())
  for (const _ of [1, 2]) await at.dropOff({ agent: 'deliverer', pin: PIN }, { unit: '12A' }, 2, '')
  await eventually(async () => (await fixtures.packages()).length).toBe(2)
  await fixtures.rediscover()
  // The second locker's device is mapped to another locker while the first door is open.
  fixtures.kiosk().cabinet.fault('SN-L1', 'stays-open')
  const collecting = at.collect({ code: CODE }, 'collected')
  await eventually(() => fixtures.kiosk().cabinet.isOpen('SN-L1')).toBe(true)
  success(await fixtures.unmap('L2'))
  success(await fixtures.unmap('L3'))
  success(await fixtures.map('L3', 'SN-L2'))
  fixtures.kiosk().cabinet.fault('SN-L1', 'none')
  expect(await collecting).toBe('Locker L1: 1 package.\nLocker L2 did not open.')
  const doors = (await fixtures.events()).filter(({ kind }) => kind === 'door-opened').map(({ body }) => body)
  expect(doors.at(-1)).toMatchObject({ SerialNumber: 'SN-L1' })
})

test('sends a kiosk without state the current mappings, not those of the last publication', async () => {
  const fixtures = await lobbyWithKiosk()
  await fixtures.rediscover()
  success(await fixtures.unmap('L2'))
  success(await fixtures.unmap('L3'))
  success(await fixtures.map('L2', 'SN-L3'))
  await fixtures.kiosk().stop()
  const emptyFolder = temporaryFolder()
  const withoutState = await startKiosk({
    key: fixtures.key,
    stateFolder: emptyFolder.path,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    log: () => {},
  })
  onTestFinished(async () => {
    await withoutState.stop()
    emptyFolder.remove()
  })
  await eventually(() => withoutState.lockers().map(({ name, serialNumber }) => [name, serialNumber])).toEqual([
    ['L1', 'SN-L1'],
    ['L2', 'SN-L3'],
    ['L3', null],
    ['L4', 'SN-L4'],
  ])
})

const TRIALS = 1000
const LOBBIES = 5
/** Concurrent openings per lobby. With more, no mapping could ever change. */
const OPENERS = 4
/** Fewer of one kind would be no race. */
const LEAST = 10
const PAIRS = [
  ['L1', 'L2'],
  ['L3', 'L4'],
] as const

/** What happened in all lobbies together. */
type Race = { opened: number; refused: number; swapped: number }

/** Opens random lockers one after the other, with a random delay between the lookup of the device and the command. */
async function openRepeatedly(fixtures: Fixtures, count: Race, isDone: () => boolean): Promise<void> {
  const tenant = { organisationId: fixtures.organisationId, propertyIds: '*' } as const
  const caller = { ...ANONYMOUS, name: 'Opener' }
  while (!isDone()) {
    const mapped = (await fixtures.rows()).filter(({ serialNumber }) => serialNumber !== null)
    const { id, serialNumber } = mapped[Math.floor(Math.random() * mapped.length)]!
    await sleep(Math.random() * 100)
    const command = await server.database.inTenant(tenant, async (db) =>
      insertCommand(
        db,
        await readyBank(db, fixtures.lockerBankId),
        { Kind: 'open', LockerId: id, SerialNumber: serialNumber! },
        { caller },
      ),
    )
    const { State } = await server.kioskLink.waitForReply(command).catch((error: unknown) => {
      if (error instanceof Refusal && error.reason.code === 'MsgCommandRefused') return { State: 'refused' }
      throw error
    })
    expect(['opened', 'refused']).toContain(State)
    count[State as 'opened' | 'refused'] += 1
  }
}

/** Swaps the devices of two lockers repeatedly until the openings are done. */
async function swapRepeatedly(fixtures: Fixtures, count: Race, isDone: () => boolean): Promise<void> {
  const retry = async (change: () => ReturnType<Fixtures['map']>) => {
    while (!(await change()).body.IsSuccess) await sleep(5)
  }
  for (let swaps = 0; !isDone(); swaps += 1) {
    const [one, other] = PAIRS[swaps % PAIRS.length]!
    const rows = await fixtures.rows()
    const deviceOf = (name: string) => rows.find((row) => row.name === name)!.serialNumber!
    for (const name of [one, other]) await retry(() => fixtures.unmap(name))
    await retry(() => fixtures.map(one, deviceOf(other)))
    await retry(() => fixtures.map(other, deviceOf(one)))
    count.swapped += 1
  }
}

test('never opens a wrong door in 1,000 openings that race with mapping changes, and kiosk and server agree', async () => {
  const count: Race = { opened: 0, refused: 0, swapped: 0 }
  const isDone = () => count.opened + count.refused >= TRIALS && Math.min(count.opened, count.refused, count.swapped) >= LEAST
  onTestFinished(await allowOpenings(server.store.ownerUrl))
  const race = async () => {
    const fixtures = await lobbyWithKiosk({ closesAfterMs: 600_000 })
    await fixtures.rediscover()
    const openings = Array.from({ length: OPENERS }, () => openRepeatedly(fixtures, count, isDone))
    await Promise.all([swapRepeatedly(fixtures, count, isDone), ...openings])
    await eventually(() => fixtures.kiosk().unacknowledged()).toEqual([])
    const mapping = new Map<string, string | null>(Object.entries(fixtures.lockers).map(([name, id]) => [id, `SN-${name}`]))
    for (const { kind, body } of await fixtures.events()) {
      const { LockerId, SerialNumber } = body as { LockerId: string; SerialNumber: string | null }
      if (kind === 'locker-mapped') mapping.set(LockerId, SerialNumber)
      else if (kind === 'door-opened') expect(SerialNumber).toBe(mapping.get(LockerId))
    }
    const rows = await fixtures.rows()
    expect(new Map(rows.map(({ id, serialNumber }) => [id, serialNumber]))).toEqual(mapping)
    expect(
      new Map(
        fixtures
          .kiosk()
          .lockers()
          .map(({ id, serialNumber }) => [id, serialNumber]),
      ),
    ).toEqual(mapping)
  }
  await Promise.all(Array.from({ length: LOBBIES }, race))
})
