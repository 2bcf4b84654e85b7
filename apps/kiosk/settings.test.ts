import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, type TestContext, test, vi } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { kiosks } from '#features/kiosks/contract.ts'
import { sweepSilentBanks } from '#features/kiosks/server/presence.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { serverClock } from './connection/clock.ts'
import { serverOf } from './connection/server-api.ts'
import { simulatedCabinet } from './doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from './kiosk.ts'
import { CODE, makeLobby, PIN, temporaryFolder } from './testing/lobby.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
/** Of tests at the same time `expect.poll` would not know whose it is. */
const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000, interval: 10 })

/** A lobby of its own with a kiosk that is connected; the settings of several pass at the same time. */
async function connected(onTestFinished: TestContext['onTestFinished']) {
  number += 1
  const lobby = await makeLobby(server, `set${number}`)
  const folder = temporaryFolder()
  const start = async (): Promise<Kiosk> => {
    const cabinet = simulatedCabinet({ closesAfterMs: 20 })
    const kiosk = await startKiosk({ key: lobby.key, stateFolder: folder.path, cabinet, say: () => {}, longestWait: 500 })
    onTestFinished(kiosk.stop)
    return kiosk
  }
  onTestFinished(folder.remove)
  const kiosk = await start()
  await soon(async () => expect(await lobby.isOnline()).toBe(true))
  return {
    lobby,
    kiosk,
    start,
    /** Saves settings and publishes them as a manager does, and waits until the kiosk works with them. */
    set: async (values: Readonly<Record<string, string>>) => {
      const asked = { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token }
      const input = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
      expect((await server.ask(lockerBanks.saveSettings, { ...asked, input })).status).toBe(200)
      const { body } = await server.ask(lockerBanks.publish, asked)
      await soon(async () => expect(await kiosk.configVersion()).toBe(body.Version))
    },
    at: () => kiosk.terminal(() => {}),
    dropOff: () => kiosk.terminal(() => {}).dropOff(login('deliverer'), { unit: '12a' }, LOCKER_SIZES.small.value, ''),
    kinds: async () => (await lobby.events()).map(({ kind }) => kind),
    bankRow: () =>
      lobby.asTenant((db) =>
        db
          .selectFrom('locker_banks')
          .select(['heartbeat_seconds', 'last_heart_beat', 'config_version'])
          .executeTakeFirstOrThrow(),
      ),
    openFromDashboard: async (locker: string) => {
      const begin = performance.now()
      const params = { lockerBankId: lobby.lockerBankId, locker }
      const { body } = await server.ask(dashboards.open, { params, input: {}, token: lobby.token })
      return { isOpen: body.IsOpen, took: performance.now() - begin }
    },
  }
}
const login = (agent: string) => ({ agent, pin: PIN })

test.concurrent('OpenTimeoutSeconds and OpenRetries: so long and so often a door is looked for', async ({ onTestFinished }) => {
  const { kiosk, set, kinds, openFromDashboard } = await connected(onTestFinished)
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

test.concurrent('HeartbeatSeconds: so often the kiosk beats, and three that do not come make it OFFLINE', async ({
  onTestFinished,
}) => {
  const { lobby, set, bankRow } = await connected(onTestFinished)
  await set({ HeartbeatSeconds: '5' })
  await soon(async () => expect((await bankRow()).heartbeat_seconds).toBe(5))
  const beaten = async () => Date.parse((await bankRow()).last_heart_beat!)
  const before = await beaten()
  await soon(async () => expect(await beaten()).toBeGreaterThan(before))
  expect((await beaten()) - before).toBeLessThan(9_000)
  const { live, database } = server
  const statusAfter = async (ms: number) => {
    await sweepSilentBanks({ database, live }, new Date((await beaten()) + ms))
    return lobby.isOnline()
  }
  expect(await statusAfter(14_500)).toBe(true)
  expect(await statusAfter(15_000)).toBe(false)
})

test.concurrent('DoorOpenAlarmSeconds: a door that stands open longer is told of', async ({ onTestFinished }) => {
  const { kiosk, set, kinds } = await connected(onTestFinished)
  await set({ DoorOpenAlarmSeconds: '5' })
  kiosk.cabinet.push('SN-L3', true)
  await sleep(4_500)
  expect(await kinds()).toEqual(['door-opened'])
  await soon(async () => expect(await kinds()).toEqual(['door-opened', 'door-left-open']))
})

test.concurrent('CloseTimeoutSeconds: a drop-off whose door stays open longer has to be confirmed', async ({
  onTestFinished,
}) => {
  const { kiosk, set, dropOff } = await connected(onTestFinished)
  await set({ CloseTimeoutSeconds: '5' })
  kiosk.cabinet.fault('SN-L1', 'stays-open')
  const begin = performance.now()
  expect(await dropOff()).toContain('was not closed')
  expect(performance.now() - begin).toBeGreaterThan(4_900)
  expect(performance.now() - begin).toBeLessThan(9_000)
})

test.concurrent('TerminalSessionSeconds: so long somebody stays signed in', async ({ onTestFinished }) => {
  const { lobby, set } = await connected(onTestFinished)
  await set({ TerminalSessionSeconds: '60' })
  const asking = serverOf(lobby.key, serverClock(), new AbortController().signal)
  const session = await asking.ask(kiosks.signIn, { UserName: 'concierge', Pin: PIN })
  const left = Date.parse(session.Until) - Date.now()
  expect(left).toBeGreaterThan(50_000)
  expect(left).toBeLessThanOrEqual(60_000)
  await lobby.asTenant((db) => db.updateTable('kiosk_sessions').set({ expires_at: new Date() }).execute())
  await expect(asking.ask(kiosks.recovery, { SessionId: session.SessionId })).rejects.toThrow('Please sign in again.')
})

test.concurrent('QuietHoursFrom and QuietHoursTo: agents are kept out, residents collect and staff work', async ({
  onTestFinished,
}) => {
  const { lobby, kiosk, set, at, dropOff } = await connected(onTestFinished)
  await dropOff()
  await soon(() => expect(kiosk.unacknowledged()).toEqual([]))
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

test.concurrent('ReserveAccessibleLockers: switched off, anybody gets an accessible locker when no other is left', async ({
  onTestFinished,
}) => {
  const { lobby, set, dropOff } = await connected(onTestFinished)
  await lobby.asTenant((db) =>
    db.updateTable('lockers').set({ is_dda_reserved: true }).where('id', '<>', lobby.lockers.L4).execute(),
  )
  await expect(dropOff()).rejects.toThrow('No locker of this size is free.')
  await set({ ReserveAccessibleLockers: 'false' })
  expect(await dropOff()).toContain('Dropped off in locker L1')
})

test.concurrent('what was saved and not published is not obeyed yet', async ({ onTestFinished }) => {
  const { lobby } = await connected(onTestFinished)
  const input = [{ Name: 'TerminalSessionSeconds', Value: '60' }]
  await server.ask(lockerBanks.saveSettings, { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token, input })
  const asking = serverOf(lobby.key, serverClock(), new AbortController().signal)
  const { Until } = await asking.ask(kiosks.signIn, { UserName: 'concierge', Pin: PIN })
  expect(Date.parse(Until) - Date.now()).toBeGreaterThan(500_000)
})

test.concurrent('settings are kept over a restart, and the version that runs is told to the server', async ({
  onTestFinished,
}) => {
  const { lobby, kiosk, start, set, bankRow } = await connected(onTestFinished)
  await set({ HeartbeatSeconds: '7' })
  await soon(async () => expect((await bankRow()).config_version).toBe(2))
  await kiosk.stop()
  await lobby.asTenant((db) => db.updateTable('locker_banks').set({ config_version: 0, heartbeat_seconds: 1 }).execute())
  await start()
  await soon(async () => expect(await bankRow()).toMatchObject({ config_version: 2, heartbeat_seconds: 7 }))
})
