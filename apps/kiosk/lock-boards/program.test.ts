import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { eventually, soon } from '#platform/server/testing/waiting.ts'
import { type EmulatedLockBoards, emulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { type Lobby, makeLobby, PIN, temporaryFolder, writeKeyFile } from '../testing/lobby.ts'
import { program } from '../testing/program.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

let folder: string
let boards: EmulatedLockBoards
beforeEach(() => {
  const temporary = temporaryFolder()
  folder = temporary.path
  boards = emulatedLockBoards([0, 1], join(folder, 'tty'))
  return () => {
    boards.unplug()
    temporary.remove()
  }
})
const runKiosk = (...args: string[]) => program(...args, '--state', join(folder, 'state'))

/** Maps L1 and L2 to locks of the first board, L3 to one of the second and L4 to a missing board. */
async function mapToBoards(lobby: Lobby): Promise<void> {
  const devices = { L1: 'BOARD-00-05', L2: 'BOARD-00-06', L3: 'BOARD-01-05', L4: 'BOARD-02-00' }
  for (const [name, device_serial] of Object.entries(devices))
    await lobby.asTenant((db) => db.updateTable('lockers').set({ device_serial }).where('name', '=', name).execute())
  await lobby.publish()
}

test('a kiosk with lock boards opens lockers for the dashboard and for a drop-off', async () => {
  const lobby = await makeLobby(server, 'boards')
  await mapToBoards(lobby)
  const kiosk = runKiosk('--key', writeKeyFile(folder, lobby.key), '--serial', join(folder, 'tty'), '--boards', '0,1')
  onTestFinished(() => kiosk.kill().then(() => {}))
  await eventually(lobby.isOnline).toBe(true)
  const open = (locker: string) =>
    server.ask(dashboards.open, { params: { lockerBankId: lobby.lockerBankId, locker }, input: {}, token: lobby.token })

  expect((await open('L3')).body).toMatchObject({ IsOpen: true })
  boards.door(0, 6).stuck = 9
  expect(await open('L2')).toMatchObject({ status: 200, body: { IsOpen: false } })
  expect(boards.openDoors()).toEqual(['1/5'])
  expect((await lobby.events()).map(({ kind }) => kind)).toEqual(['door-opened', 'not-detected'])

  const dropOff = runKiosk('drop-off', '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--size', 'small', '--delivered')
  await dropOff.printed('locker L1 is open')
  expect(boards.openDoors()).toEqual(['0/5', '1/5'])
  boards.door(0, 5).isOpen = false
  expect((await dropOff.ended).text).toContain('Dropped off in locker L1 for Ada Byron.')

  // On a busy machine a board may miss answers and be missing for a moment.
  const status = async () => (await runKiosk('status').ended).text
  await soon(async () =>
    expect(await status()).toContain('Open doors: BOARD-01-05\nLocker L4: its device BOARD-02-00 is missing'),
  )
  expect((await runKiosk('fault', '--locker', 'L1', '--fault', 'stays-open').ended).text).toContain('Only a simulated cabinet')
  kiosk.child.kill('SIGTERM')
  expect((await kiosk.ended).code).toBe(0)
})

test.each([
  [['--boards', '0,15'], '--boards must be a list of addresses from 0 to 14, for example 0,1.'],
  [['--boards', ''], '--boards must be a list of addresses from 0 to 14, for example 0,1.'],
  [['--locks', '17'], '--locks must be a number from 1 to 16.'],
  [['--key', 'B.json'], '--serial runs one kiosk only. Give one --key.'],
])('refuses %j together with --serial', async (more, sentence) => {
  const { code, text } = await runKiosk('--key', 'A.json', '--serial', join(folder, 'tty'), ...more).ended
  expect([code, text.trim()]).toEqual([1, sentence])
})
