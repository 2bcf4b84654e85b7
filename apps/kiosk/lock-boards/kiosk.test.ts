import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import type { Config, EventDraft } from '#features/kiosks/protocol.ts'
import { DEFAULT_THEME } from '#features/kiosks/theme.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { folderOf, type KeyFile } from '../connection/key-file.ts'
import { openMemory } from '../events/memory.ts'
import { startKiosk } from '../kiosk.ts'
import { type EmulatedLockBoards, emulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { makeLobby, PIN, person, temporaryFolder } from '../testing/lobby.ts'
import { lockBoards } from './lock-boards.ts'

let boards: EmulatedLockBoards
let folder: string
beforeEach(() => {
  const temporary = temporaryFolder()
  folder = temporary.path
  boards = emulatedLockBoards([0], join(folder, 'tty'))
  return () => {
    boards.unplug()
    temporary.remove()
  }
})

async function start(key: KeyFile, addresses: readonly number[] | undefined) {
  const cabinet = await lockBoards({
    path: join(folder, 'tty'),
    log: () => {},
    boards: addresses,
    pollMs: 20,
    missingMs: 50,
    minRetryMs: 20,
    maxRetryMs: 100,
  })
  const opening = { openRetries: 1, openTimeoutMs: 300 }
  const kiosk = await startKiosk({ key, stateFolder: folder, cabinet, log: () => {}, opening, leftOpenMs: 1_000 })
  onTestFinished(kiosk.stop)
  return kiosk
}

/** Creates the state of a kiosk that has reported these doors as left open. */
async function reportLeftOpen(key: KeyFile, serialNumbers: readonly string[]): Promise<void> {
  const memory = await openMemory(
    folderOf(key, folder),
    () => new Date(),
    () => {},
  )
  const config: Config = {
    Version: 1,
    PublishedAt: new Date().toISOString(),
    LockerBank: { Id: newId(), Name: 'Lobby', Code: key.LockerBankCode, PropertyName: 'Quay', TimeZone: 'Europe/London' },
    Layout: [],
    Settings: {},
    Theme: DEFAULT_THEME,
  }
  await memory.saveConfig(config)
  const events = await memory.recordEvents(
    serialNumbers.map((SerialNumber): EventDraft => ({ Kind: 'door-left-open', LockerId: null, SerialNumber })),
  )
  await memory.acknowledged(events.map(({ Id }) => Id))
  await memory.close()
}

test.each([
  ['configured', [0]],
  ['scanned', undefined],
])(
  'reports the current state of doors when %s boards answer only after the start',
  async (_boards, addresses) => {
    const key: KeyFile = {
      OrganisationSystemName: 'quay',
      LockerBankCode: 'RB-01',
      RelayEndPointName: 'http://127.0.0.1:9',
      ApiKey: 'nobody',
      ApiSecret: 'nobody',
    }
    await reportLeftOpen(key, ['BOARD-00-01', 'BOARD-00-03'])
    boards.unplug()
    const kiosk = await start(key, addresses)
    const events = () => kiosk.unacknowledged().map((event) => [event.Kind, 'SerialNumber' in event && event.SerialNumber])
    boards.door(0, 2).isOpen = true
    boards.door(0, 3).isOpen = true
    boards.plug()
    await eventually(events).toEqual([['door-closed', 'BOARD-00-01']])
    await eventually(events).toEqual([
      ['door-closed', 'BOARD-00-01'],
      ['door-left-open', 'BOARD-00-02'],
    ])
  },
  20_000,
)

test('refuses to open a locker whose lock board does not answer, and keeps it in service', async () => {
  const server = await testServer()
  onTestFinished(server.stop)
  const lobby = await makeLobby(server, 'silent')
  await lobby.asTenant((db) => db.updateTable('lockers').set({ device_serial: null }).execute())
  await lobby.asTenant((db) => db.updateTable('lockers').set({ device_serial: 'BOARD-00-05' }).where('name', '=', 'L1').execute())
  await lobby.publish()
  const kiosk = await start(lobby.key, [0])
  await eventually(lobby.isOnline).toBe(true)
  const open = () =>
    server.ask(dashboards.open, {
      params: { lockerBankId: lobby.lockerBankId, locker: 'L1' },
      input: {},
      token: lobby.token,
    })
  const dropOff = () =>
    kiosk.terminal(person()).dropOff({ agent: 'deliverer', pin: PIN }, { unit: '12A' }, LOCKER_SIZES.small.value, '')

  boards.silence(0, true)
  await eventually(() => kiosk.cabinet.devices(false)).toEqual([])
  const refused = {
    status: 422,
    body: { Message: 'The locker bank could not do this: the lock board of BOARD-00-05 does not answer.' },
  }
  expect(await open()).toMatchObject(refused)
  await expect(dropOff()).rejects.toThrow('The lock board of locker L1 does not answer. Please try again.')
  boards.unplug()
  expect(await open()).toMatchObject(refused)
  await eventually(() => kiosk.unacknowledged()).toEqual([])
  expect(await lobby.events()).toEqual([])

  boards.silence(0, false)
  boards.plug()
  await eventually(async () => (await kiosk.cabinet.devices(false)).length).toBe(16)
  expect(await open()).toMatchObject({ status: 200, body: { IsOpen: true } })
})
