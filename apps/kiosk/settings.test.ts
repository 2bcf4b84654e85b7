import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { sweepSilentBanks } from '#features/kiosks/server/presence.ts'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { serverClock } from './clock.ts'
import { type Kiosk, startKiosk } from './kiosk.ts'
import { serverOf } from './server.ts'
import { simulatedCabinet } from './simulated-cabinet.ts'
import { CODE, type Lobby, makeLobby, PIN, temporaryFolder } from './testing/lobby.ts'

let server: TestServer
let lobby: Lobby
let folder: string
let kiosk: Kiosk
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
beforeEach(async () => {
  number += 1
  lobby = await makeLobby(server, `set${number}`)
  const temporary = temporaryFolder()
  folder = temporary.path
  kiosk = await start()
  await eventually(lobby.isOnline).toBe(true)
  return async () => {
    await kiosk.stop()
    temporary.remove()
  }
})
const start = () =>
  startKiosk({
    key: lobby.key,
    stateFolder: folder,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    say: () => {},
    longestWait: 500,
  })

/** Saves settings and publishes them as a manager does, and waits until the kiosk works with them. */
async function set(values: Readonly<Record<string, string>>) {
  const asked = { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token }
  const input = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
  expect((await server.ask(lockerBanks.saveSettings, { ...asked, input })).status).toBe(200)
  const { body } = await server.ask(lockerBanks.publish, asked)
  await eventually(kiosk.configVersion).toBe(body.Version)
}
const SMALL = LOCKER_SIZES.small.value
const login = (agent: string) => ({ agent, pin: PIN })
const at = () => kiosk.terminal(() => {})
const dropOff = () => at().dropOff(login('deliverer'), { unit: '12a' }, SMALL, '')
const kinds = async () => (await lobby.events()).map(({ kind }) => kind)
const bankRow = () =>
  lobby.inWorld((db) =>
    db.selectFrom('locker_banks').select(['heartbeat_seconds', 'last_heart_beat', 'config_version']).executeTakeFirstOrThrow(),
  )
const openFromDashboard = async (locker: string) => {
  const begin = performance.now()
  const params = { lockerBankId: lobby.lockerBankId, locker }
  const { body } = await server.ask(dashboards.open, { params, input: {}, token: lobby.token })
  return { isOpen: body.IsOpen, took: performance.now() - begin }
}

test('OpenTimeoutSeconds and OpenRetries: so long and so often a door is looked for', async () => {
  kiosk.cabinet.fault('SN-L1', 'not-detected')
  await set({ OpenTimeoutSeconds: '1', OpenRetries: '0' })
  const once = await openFromDashboard('L1')
  expect(once.isOpen).toBe(false)
  expect(once.took).toBeGreaterThan(950)
  expect(once.took).toBeLessThan(1900)
  await set({ OpenRetries: '2' })
  const thrice = await openFromDashboard('L1')
  expect(thrice.isOpen).toBe(false)
  expect(thrice.took).toBeGreaterThan(2950)
  expect((await kinds()).filter((kind) => kind === 'not-detected')).toHaveLength(2)
  // A door that springs at a later try is open.
  const late = openFromDashboard('L2')
  kiosk.cabinet.fault('SN-L2', 'not-detected')
  setTimeout(() => kiosk.cabinet.fault('SN-L2', 'none'), 1200)
  expect((await late).isOpen).toBe(true)
})

test('HeartbeatSeconds: so often the kiosk beats, and three that do not come make it OFFLINE', async () => {
  await set({ HeartbeatSeconds: '5' })
  await eventually(async () => (await bankRow()).heartbeat_seconds).toBe(5)
  const beaten = async () => Date.parse((await bankRow()).last_heart_beat!)
  const before = await beaten()
  await eventually(beaten).toBeGreaterThan(before)
  expect((await beaten()) - before).toBeLessThan(9_000)
  const { live, database } = server
  const statusAfter = async (ms: number) => {
    await sweepSilentBanks({ database, live }, new Date((await beaten()) + ms))
    return lobby.isOnline()
  }
  expect(await statusAfter(14_500)).toBe(true)
  expect(await statusAfter(15_000)).toBe(false)
})

test('DoorOpenAlarmSeconds: a door that stands open longer is told of', async () => {
  await set({ DoorOpenAlarmSeconds: '5' })
  kiosk.cabinet.push('SN-L3', true)
  await sleep(4_500)
  expect(await kinds()).toEqual(['door-opened'])
  await eventually(kinds).toEqual(['door-opened', 'door-left-open'])
})

test('CloseTimeoutSeconds: a drop-off whose door stays open longer has to be confirmed', async () => {
  await set({ CloseTimeoutSeconds: '5' })
  kiosk.cabinet.fault('SN-L1', 'stays-open')
  const begin = performance.now()
  expect(await dropOff()).toContain('was not closed')
  expect(performance.now() - begin).toBeGreaterThan(4_900)
  expect(performance.now() - begin).toBeLessThan(9_000)
})

test('TerminalSessionSeconds: so long somebody stays signed in', async () => {
  await set({ TerminalSessionSeconds: '60' })
  const asking = serverOf(lobby.key, serverClock(), new AbortController().signal)
  const session = await asking.ask(kiosks.signIn, { UserName: 'concierge', Pin: PIN })
  const left = Date.parse(session.Until) - Date.now()
  expect(left).toBeGreaterThan(50_000)
  expect(left).toBeLessThanOrEqual(60_000)
  await lobby.inWorld((db) => db.updateTable('kiosk_sessions').set({ expires_at: new Date() }).execute())
  await expect(asking.ask(kiosks.recovery, { SessionId: session.SessionId })).rejects.toThrow('Please sign in again.')
})

test('QuietHoursFrom and QuietHoursTo: agents are kept out, residents collect and staff work', async () => {
  await dropOff()
  await eventually(() => kiosk.unacknowledged().length).toBe(0)
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/London' }).format(new Date()))
  const [from, to] = [hour, (hour + 2) % 24]
  await set({ QuietHoursFrom: `${from}`, QuietHoursTo: `${to}` })
  const refused = `Agents cannot sign in between ${from}:00 and ${to}:00. Please come back later.`
  await expect(dropOff()).rejects.toThrow(refused)
  await expect(at().recover(login('recoverer'))).rejects.toThrow(refused)
  await expect(at().recover({ agent: 'recoverer', pin: '000000' })).rejects.toThrow('The user name or the PIN is not right.')
  await at().dirty(login('concierge'), lobby.lockers.L3)
  expect(await at().collect({ code: CODE }, 'collected')).toBe('Locker L1: 1 package.')
  await set({ QuietHoursFrom: `${to}`, QuietHoursTo: `${from}` })
  expect(await dropOff()).toContain('Dropped off')
})

test('ReserveAccessibleLockers: switched off, anybody gets an accessible locker when no other is left', async () => {
  await lobby.inWorld((db) =>
    db.updateTable('lockers').set({ is_dda_reserved: true }).where('id', '<>', lobby.lockers.L4).execute(),
  )
  await expect(dropOff()).rejects.toThrow('No locker of this size is free.')
  await set({ ReserveAccessibleLockers: 'false' })
  expect(await dropOff()).toContain('Dropped off in locker L1')
})

test('what was saved and not published is not obeyed yet', async () => {
  const input = [{ Name: 'TerminalSessionSeconds', Value: '60' }]
  await server.ask(lockerBanks.saveSettings, { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token, input })
  const asking = serverOf(lobby.key, serverClock(), new AbortController().signal)
  const { Until } = await asking.ask(kiosks.signIn, { UserName: 'concierge', Pin: PIN })
  expect(Date.parse(Until) - Date.now()).toBeGreaterThan(500_000)
})

test('settings are kept over a restart, and the version that runs is told to the server', async () => {
  await set({ HeartbeatSeconds: '7' })
  await eventually(async () => (await bankRow()).config_version).toBe(2)
  await kiosk.stop()
  await lobby.inWorld((db) => db.updateTable('locker_banks').set({ config_version: 0, heartbeat_seconds: 1 }).execute())
  kiosk = await start()
  await eventually(async () => await bankRow()).toMatchObject({ config_version: 2, heartbeat_seconds: 7 })
})
