import { afterAll, beforeAll, expect, type TestContext, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { sweepSilentBanks } from '#features/kiosks/server/connection/presence.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { terminals } from '#features/terminal/contract.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { serverClock } from './connection/clock.ts'
import { createServerApi } from './connection/server-api.ts'
import { type SimulatedCabinet, simulatedCabinet } from './doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from './kiosk.ts'
import { CODE, makeLobby, PIN, person, temporaryFolder } from './testing/lobby.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
/** A lobby with a connected kiosk, for one of several concurrent tests. */
async function connected(onTestFinished: TestContext['onTestFinished']) {
  number += 1
  const lobby = await makeLobby(server, `set${number}`)
  const folder = temporaryFolder()
  const simulated = simulatedCabinet({ closesAfterMs: 20 })
  const waits = new Map<string, number[]>()
  const opensAtAttempt = new Map<string, number>()
  const cabinet: SimulatedCabinet = {
    ...simulated,
    open: (device, waitMs) => {
      const attempts = [...(waits.get(device) ?? []), waitMs]
      waits.set(device, attempts)
      if (attempts.length === opensAtAttempt.get(device)) simulated.fault(device, 'none')
      return simulated.open(device, waitMs)
    },
  }
  const start = async (): Promise<Kiosk> => {
    const kiosk = await startKiosk({ key: lobby.key, stateFolder: folder.path, cabinet, log: () => {}, maxRetryMs: 500 })
    onTestFinished(kiosk.stop)
    return kiosk
  }
  onTestFinished(folder.remove)
  const kiosk = await start()
  await soon(async () => expect(await lobby.isOnline()).toBe(true))
  const askToOpen = (locker: string) =>
    server.ask(dashboards.open, { params: { lockerBankId: lobby.lockerBankId, locker }, input: {}, token: lobby.token })
  return {
    lobby,
    kiosk,
    /** The waits of all attempts to open a device, in ms. */
    attempts: (device: string) => waits.get(device),
    /** Clears the fault of a device at its nth attempt. */
    opensAtAttempt,
    start,
    /** Saves and publishes settings, and waits until the kiosk uses them. */
    set: async (values: Readonly<Record<string, string>>) => {
      const target = { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token }
      const input = Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
      expect((await server.ask(lockerBanks.saveSettings, { ...target, input })).status).toBe(200)
      const { body } = await server.ask(lockerBanks.publish, target)
      await soon(async () => expect(await kiosk.configVersion()).toBe(body.Version))
    },
    at: () => kiosk.terminal(person()),
    dropOff: () => kiosk.terminal(person()).dropOff(login('deliverer'), { unit: '12a' }, LOCKER_SIZES.small.value, ''),
    kinds: async () => (await lobby.events()).map(({ kind }) => kind),
    bankRow: () =>
      lobby.asTenant((db) =>
        db
          .selectFrom('locker_banks')
          .select(['heartbeat_seconds', 'last_heart_beat', 'config_version'])
          .executeTakeFirstOrThrow(),
      ),
    openFromDashboard: async (locker: string) => (await askToOpen(locker)).body.IsOpen,
    askToOpen,
  }
}
const login = (agent: string) => ({ agent, pin: PIN })

test.concurrent('OpenTimeoutSeconds and OpenRetries set how long and how often an opening is tried', async ({
  onTestFinished,
}) => {
  const { kiosk, attempts, opensAtAttempt, set, kinds, openFromDashboard } = await connected(onTestFinished)
  kiosk.cabinet.fault('SN-L1', 'not-detected')
  await set({ OpenTimeoutSeconds: '1', OpenRetries: '0' })
  expect(await openFromDashboard('L1')).toBe(false)
  expect(attempts('SN-L1')).toEqual([1000])
  await set({ OpenRetries: '2' })
  expect(await openFromDashboard('L1')).toBe(false)
  expect(attempts('SN-L1')).toEqual([1000, 1000, 1000, 1000])
  expect((await kinds()).filter((kind) => kind === 'not-detected')).toHaveLength(2)
  // A door that opens at a later attempt is open.
  kiosk.cabinet.fault('SN-L2', 'not-detected')
  opensAtAttempt.set('SN-L2', 2)
  expect(await openFromDashboard('L2')).toBe(true)
  expect(attempts('SN-L2')).toEqual([1000, 1000])
})

test.concurrent('RemoteOpeningsPerMinute and RemoteOpeningsPerHour refuse further openings by the server, also after a restart', async ({
  onTestFinished,
}) => {
  const { lobby, kiosk, start, set, askToOpen, kinds } = await connected(onTestFinished)
  await set({ RemoteOpeningsPerMinute: '2', RemoteOpeningsPerHour: '3' })
  // At the same time: the limit holds although no opening is recorded yet when the others begin.
  const answers = await Promise.all(['L1', 'L2', 'L3', 'L4'].map(askToOpen))
  expect(answers.filter(({ body }) => body.IsOpen)).toHaveLength(2)
  const refused = {
    status: 422,
    body: { Message: 'The locker bank could not do this: its limit of 2 remote openings per minute is reached.' },
  }
  expect(answers.filter(({ status }) => status === 422)).toEqual(Array(2).fill(expect.objectContaining({ status: 422 })))
  await kiosk.stop()
  await soon(async () => expect(await lobby.isOnline()).toBe(false))
  const restarted = await start()
  await soon(async () => expect(await lobby.isOnline()).toBe(true))
  expect(await askToOpen('L1')).toMatchObject(refused)
  expect((await kinds()).filter((kind) => kind === 'door-opened')).toHaveLength(2)
  // The terminal is not limited.
  const terminal = restarted.terminal(person())
  expect(await terminal.dropOff(login('deliverer'), { unit: '12a' }, LOCKER_SIZES.small.value, '')).toContain('Dropped off')
  expect(await restarted.waitUntilDelivered(10_000)).toBe(true)
  expect(await terminal.collect({ code: CODE }, 'collected')).toContain('1 package')
})

test.concurrent('HeartbeatSeconds sets the heartbeat interval, and three missed heartbeats make the bank OFFLINE', async ({
  onTestFinished,
}) => {
  const { lobby, set, bankRow } = await connected(onTestFinished)
  await set({ HeartbeatSeconds: '5' })
  await soon(async () => expect((await bankRow()).heartbeat_seconds).toBe(5))
  const lastHeartbeat = async () => Date.parse((await bankRow()).last_heart_beat!)
  const before = await lastHeartbeat()
  // The default interval is longer than this wait.
  await soon(async () => expect(await lastHeartbeat()).toBeGreaterThan(before))
  const { live, database } = server
  const statusAfter = async (ms: number) => {
    await sweepSilentBanks({ database, live }, new Date((await lastHeartbeat()) + ms))
    return lobby.isOnline()
  }
  expect(await statusAfter(14_500)).toBe(true)
  expect(await statusAfter(15_000)).toBe(false)
})

test.concurrent('DoorOpenAlarmSeconds sets when an open door is reported as left open', async ({ onTestFinished }) => {
  const { lobby, kiosk, set, kinds } = await connected(onTestFinished)
  await set({ DoorOpenAlarmSeconds: '5' })
  kiosk.cabinet.push('SN-L3', true)
  await soon(async () => expect(await kinds()).toEqual(['door-opened', 'door-left-open']))
  const [opened, leftOpen] = (await lobby.events()).map(({ at }) => Date.parse(at))
  expect(leftOpen! - opened!).toBeGreaterThan(4_900)
})

test.concurrent('CloseTimeoutSeconds sets when a drop-off with an open door becomes unconfirmed', async ({ onTestFinished }) => {
  const { kiosk, set, dropOff } = await connected(onTestFinished)
  await set({ CloseTimeoutSeconds: '5' })
  kiosk.cabinet.fault('SN-L1', 'stays-open')
  const start = performance.now()
  // With the default setting the test would time out here.
  expect(await dropOff()).toContain('was not closed')
  expect(performance.now() - start).toBeGreaterThan(4_900)
})

test.concurrent('TerminalSessionSeconds sets when a session at the terminal ends', async ({ onTestFinished }) => {
  const { lobby, set } = await connected(onTestFinished)
  await set({ TerminalSessionSeconds: '60' })
  const api = createServerApi(lobby.key, serverClock(), new AbortController().signal)
  const before = Date.now()
  const session = await api.call(terminals.signIn, { UserName: 'concierge', Pin: PIN })
  expect(Date.parse(session.Until)).toBeGreaterThanOrEqual(before + 60_000)
  expect(Date.parse(session.Until)).toBeLessThanOrEqual(Date.now() + 60_000)
  await lobby.asTenant((db) => db.updateTable('kiosk_sessions').set({ expires_at: new Date() }).execute())
  await expect(api.call(terminals.recovery, { SessionId: session.SessionId })).rejects.toThrow('Please sign in again.')
})

test.concurrent('QuietHoursFrom and QuietHoursTo refuse agents but neither residents nor staff', async ({ onTestFinished }) => {
  const { lobby, kiosk, set, at, dropOff } = await connected(onTestFinished)
  await dropOff()
  await soon(() => expect(kiosk.unacknowledged()).toEqual([]))
  const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/London' }).format(new Date()))
  const [from, to] = [hour, (hour + 2) % 24]
  await set({ QuietHoursFrom: `${from}`, QuietHoursTo: `${to}` })
  const refused = `Agents cannot sign in between ${from}:00 and ${to}:00. Please come back later.`
  await expect(dropOff()).rejects.toThrow(refused)
  await expect(at().recover(login('recoverer'))).rejects.toThrow(refused)
  await expect(at().recover({ agent: 'recoverer', pin: '000000' })).rejects.toThrow('Wrong user name or PIN.')
  await at().dirty(login('concierge'), lobby.lockers.L3)
  expect(await at().collect({ code: CODE }, 'collected')).toBe('Locker L1: 1 package.')
  await set({ QuietHoursFrom: `${to}`, QuietHoursTo: `${from}` })
  expect(await dropOff()).toContain('Dropped off')
})

test.concurrent('ReserveAccessibleLockers switched off allows anyone an accessible locker when no other is free', async ({
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

test.concurrent('a setting that was saved and not published has no effect', async ({ onTestFinished }) => {
  const { lobby } = await connected(onTestFinished)
  const input = [{ Name: 'TerminalSessionSeconds', Value: '60' }]
  await server.ask(lockerBanks.saveSettings, { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token, input })
  const api = createServerApi(lobby.key, serverClock(), new AbortController().signal)
  const before = Date.now()
  const { Until } = await api.call(terminals.signIn, { UserName: 'concierge', Pin: PIN })
  expect(Date.parse(Until)).toBeGreaterThan(before + 500_000)
})

test.concurrent('keeps settings across restarts and reports the version in use to the server', async ({ onTestFinished }) => {
  const { lobby, kiosk, start, set, bankRow } = await connected(onTestFinished)
  await set({ HeartbeatSeconds: '7' })
  await soon(async () => expect((await bankRow()).config_version).toBe(2))
  await kiosk.stop()
  await lobby.asTenant((db) => db.updateTable('locker_banks').set({ config_version: 0, heartbeat_seconds: 1 }).execute())
  await start()
  await soon(async () => expect(await bankRow()).toMatchObject({ config_version: 2, heartbeat_seconds: 7 }))
})
