import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { simulatedCabinet } from '#apps/kiosk/doors/simulated-cabinet.ts'
import { type Kiosk, startKiosk } from '#apps/kiosk/kiosk.ts'
import { CODE, type Lobby, makeLobby, PIN, person, temporaryFolder } from '#apps/kiosk/testing/lobby.ts'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { event, mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { alertsSeenBy, saveSettings, type Watching, watching } from '../testing/watching.ts'

const SMALL = LOCKER_SIZES.small.value
const LEFT_OPEN_MS = 1_000
let server: TestServer
let lobby: Lobby
let kiosk: Kiosk
let watch: Watching
let folder: ReturnType<typeof temporaryFolder>
let number = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  number += 1
  lobby = await makeLobby(server, `alerts${number}`)
  await saveSettings(server, lobby.systemName, lobby.lockerBankId, { AlertEmails: 'desk@house.test' })
  await lobby.publish()
  folder = temporaryFolder()
  kiosk = await start()
  await eventually(kiosk.configVersion).toBe(2)
  await eventually(lobby.isOnline).toBe(true)
  watch = await watching(server)
  return async () => {
    await kiosk.stop()
    await watch.stop()
    folder.remove()
    await inOrganisation(server, lobby.organisationId, (db) =>
      db.updateTable('organisations').set({ is_active: false }).execute(),
    )
  }
})

const start = (cabinet = simulatedCabinet({ closesAfterMs: 20 })) =>
  startKiosk({ key: lobby.key, stateFolder: folder.path, cabinet, log: () => {}, closeMs: 200, leftOpenMs: LEFT_OPEN_MS })
const seen = () => alertsSeenBy(server, 'mailroomstaff', lobby.systemName)
const kinds = async () => (await seen()).open.map(({ Kind, Subject, LockerName }) => [Kind, Subject, LockerName])
/** Drops a package off, the nth of the house, and waits until the server knows. */
async function dropOff(nth: number) {
  await kiosk.terminal(person()).dropOff({ agent: 'deliverer', pin: PIN }, { unit: '12a' }, SMALL, '')
  await eventually(async () => (await lobby.packages()).length).toBe(nth)
}
const collect = () => kiosk.terminal(person()).collect({ code: CODE }, 'collected')
const openFromDashboard = (locker: string) =>
  server.ask(dashboards.open, { params: { lockerBankId: lobby.lockerBankId, locker }, input: {}, token: lobby.token })
const subjects = () => watch.mails.map(({ subject }) => subject)

describe('a door that is left open', () => {
  test('alerts once, with its locker and since when, by one mail, until it is closed', async () => {
    kiosk.cabinet.fault('SN-L3', 'stays-open')
    await openFromDashboard('L3')
    await watch.look()
    await eventually(kinds).toEqual([['door-open', 'SN-L3', 'L3']])
    const events = await lobby.events()
    const [opened, leftOpen] = ['door-opened', 'door-left-open'].map((one) => events.find(({ kind }) => kind === one)!.at)
    expect((await seen()).open[0]!.BeganAt).toBe(opened)
    expect(Date.parse(leftOpen!) - Date.parse(opened!)).toBeGreaterThan(LEFT_OPEN_MS - 50)
    await watch.look()
    await watch.look()
    await eventually(subjects).toEqual(['Lobby: Locker L3 was left open'])
    expect(watch.mails[0]!.text).toContain(`/portal/#/dashboard/lockerbank/${lobby.lockerBankId}?locker=L3`)

    kiosk.cabinet.fault('SN-L3', 'none')
    await eventually(kinds).toEqual([])
    expect((await seen()).ended).toMatchObject([{ Kind: 'door-open', LockerName: 'L3' }])
    await watch.look()
    expect(subjects()).toHaveLength(1)
  })

  test('sends no e-mail when it was closed before the next sweep, as after an outage of the kiosk', async () => {
    const door = { LockerId: lobby.lockers.L3, SerialNumber: 'SN-L3' }
    const events = [event({ Kind: 'door-left-open', ...door }), event({ Kind: 'door-closed', ...door })]
    await kiosk.stop()
    const wire = await mqttKiosk(server, lobby.lockerBankId, lobby.key.ApiSecret)
    await wire.sendEvents(events)
    await eventually(() => wire.acked().length).toBe(2)
    wire.client.end(true)
    await watch.look()
    expect(await seen()).toMatchObject({ open: [], ended: [{ Kind: 'door-open' }] })
    expect(await lobby.asTenant((db) => db.selectFrom('mails').select('id').execute())).toEqual([])
  })

  test('does not alert any more when it was closed while the kiosk was stopped', async () => {
    kiosk.cabinet.push('SN-L3', true)
    await eventually(kinds).toEqual([['door-open', 'SN-L3', 'L3']])
    await eventually(() => kiosk.unacknowledged().length).toBe(0)
    await kiosk.stop()
    expect(await kinds()).toHaveLength(1)
    kiosk = await start()
    await eventually(kinds).toEqual([])
    await kiosk.stop()
    kiosk = await start()
    await eventually(lobby.isOnline).toBe(true)
    expect((await lobby.events()).filter(({ kind }) => kind === 'door-closed')).toHaveLength(1)
  })

  test('alerts although the kiosk restarted before the door had been open for long', async () => {
    const { cabinet } = kiosk
    cabinet.push('SN-L3', true)
    await eventually(() => kiosk.unacknowledged().length).toBe(0)
    await kiosk.stop()
    kiosk = await start(cabinet)
    await eventually(kinds).toEqual([['door-open', 'SN-L3', 'L3']])
    await kiosk.stop()
    kiosk = await start(cabinet)
    await sleep(LEFT_OPEN_MS + 500)
    expect((await lobby.events()).filter(({ kind }) => kind === 'door-left-open')).toHaveLength(1)
  })

  test('notifies open screens when it begins and ends', async () => {
    const topics: string[] = []
    const unsubscribe = server.live.subscribe((notice) => {
      if (typeof notice !== 'string') for (const { topic } of notice) if (topic === 'alerts') topics.push(topic)
    })
    kiosk.cabinet.fault('SN-L3', 'stays-open')
    kiosk.cabinet.push('SN-L3', true)
    await eventually(() => topics.length).toBe(1)
    expect(await kinds()).toEqual([['door-open', 'SN-L3', 'L3']])
    kiosk.cabinet.push('SN-L3', false)
    await eventually(() => topics.length).toBe(2)
    expect(await kinds()).toEqual([])
    unsubscribe()
  })
})

test('a full size alerts until its packages are collected', async () => {
  await dropOff(1)
  await watch.look()
  expect(await kinds()).toEqual([])
  await dropOff(2)
  await watch.look()
  expect(await kinds()).toEqual([['nearly-full', `${SMALL}`, null]])
  expect((await seen()).open).toMatchObject([{ IsFull: true }])
  await watch.look()
  await eventually(subjects).toEqual(['Lobby: Size S is full'])

  await collect()
  await eventually(async () => (await lobby.packages()).every(({ locker_id }) => locker_id === null)).toBe(true)
  await watch.look()
  expect(await seen()).toMatchObject({ open: [], ended: [{ Kind: 'nearly-full' }] })
})
