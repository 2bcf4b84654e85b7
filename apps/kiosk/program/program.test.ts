import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type Command, type Reply, topicOf } from '#features/kiosks/protocol.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { newId } from '#platform/ids.ts'
import { eventually, soon } from '#platform/server/testing/waiting.ts'
import { CODE, type Lobby, makeLobby, PIN, temporaryFolder, writeKeyFile } from '../testing/lobby.ts'
import { type Program, program } from '../testing/program.ts'
import { sendRequest } from './control-socket.ts'

let server: TestServer
let mqtt: MqttClient
let replies: Reply[] = []
beforeAll(async () => {
  server = await testServer()
  mqtt = server.broker.connect()
  mqtt.on('message', (_topic, payload) => replies.push(JSON.parse(payload.toString())))
  await mqtt.subscribeAsync('lockerbanks/+/replies', { qos: 1 })
})
afterAll(async () => {
  await mqtt.endAsync()
  await server.stop()
})
let lobby: Lobby
let folder: string
let keyFile: string
let kiosk: Program
let number = 0
beforeEach(async () => {
  number += 1
  replies = []
  lobby = await makeLobby(server, `yard${number}`)
  const temporary = temporaryFolder()
  folder = temporary.path
  keyFile = writeKeyFile(folder, lobby.key)
  kiosk = await startKiosk()
  return async () => {
    kiosk.child.kill('SIGCONT')
    await kiosk.kill()
    temporary.remove()
  }
})

/** Longer than the timeout of a test: no test waits for this timeout of the kiosk. */
const CLOSE_SECONDS = '600'
const state = () => ['--state', join(folder, 'state'), '--door-seconds', '0.05', '--close-seconds', CLOSE_SECONDS]
const start = (...args: string[]) => program(...args, ...state())
const run = async (...args: string[]) => (await start(...args).ended).text.trim()
const dropOff = () => start('drop-off', '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--size', 'small', '--delivered')
async function startKiosk(...more: string[]): Promise<Program> {
  kiosk = start('--key', keyFile, ...more)
  await kiosk.printed('connected to the server')
  return kiosk
}
const journalFile = () => join(folder, 'state', `${lobby.systemName}-rb-01`, 'journal.jsonl')
const journal = () => readFileSync(journalFile(), 'utf8')
const statuses = async () => (await lobby.packages()).map(({ status_id }) => status_id)
const kinds = async () => (await lobby.events()).map(({ kind }) => kind)
const openings = async () => (await kinds()).filter((kind) => kind === 'door-opened').length

function openCommand(locker: 'L1' | 'L2', lifetimeMs: number, Id = newId()): Command {
  const ExpiresAt = new Date(Date.now() + lifetimeMs).toISOString()
  return { Id, ExpiresAt, Kind: 'open', LockerId: lobby.lockers[locker], SerialNumber: `SN-${locker}` }
}
/** Publishes a command as the server does. */
const send = (command: Command) => mqtt.publishAsync(topicOf(lobby.lockerBankId, 'commands'), JSON.stringify(command), { qos: 1 })
const repliesTo = (command: Command) => replies.filter(({ CommandId }) => CommandId === command.Id).map(({ State }) => State)

/** Publishes the longest opening: 40 s, more than any test waits, so that no opening ends before the kiosk is killed. */
async function giveDoorsTime(): Promise<void> {
  const target = { params: { lockerBankId: lobby.lockerBankId }, token: lobby.token }
  const input = [
    { Name: 'OpenTimeoutSeconds', Value: '10' },
    { Name: 'OpenRetries', Value: '3' },
  ]
  expect((await server.ask(lockerBanks.saveSettings, { ...target, input })).status).toBe(200)
  const { body } = await server.ask(lockerBanks.publish, target)
  await kiosk.printed(`using configuration ${body.Version}`)
}

describe('a kiosk that is killed', () => {
  test('while a door is open for a drop-off reports it as unconfirmed at the next start', async () => {
    await run('fault', '--locker', 'L1', '--fault', 'stays-open')
    const dropping = dropOff()
    await dropping.printed('locker L1 is open')
    await eventually(openings).toBe(1)
    await kiosk.kill()
    expect((await dropping.ended).code).toBe(1)
    expect(await statuses()).toEqual([])
    await startKiosk()
    await eventually(statuses).toEqual([14])
    expect((await lobby.packages())[0]).toMatchObject({ locker_id: lobby.lockers.L1, resident_id: lobby.adaId })
    expect(await run('confirm', '--agent', 'deliverer', '--pin', PIN)).toContain('Locker L1: confirmed.')
    await eventually(statuses).toEqual([1])
  })

  test('before a door was seen to open for a resident leaves the package in the locker', async () => {
    await dropOff().ended
    await eventually(statuses).toEqual([1])
    await run('fault', '--locker', 'L1', '--fault', 'not-detected')
    await giveDoorsTime()
    const collecting = start('collect', '--code', CODE)
    await eventually(journal).toContain('"unopened":[]')
    await kiosk.kill()
    await collecting.ended
    await startKiosk()
    expect(await run('collect', '--code', CODE)).toContain('Locker L1: 1 package.')
    await eventually(statuses).toEqual([8])
  })

  test('while a door is open for a resident reports the collection once at the next start', async () => {
    await dropOff().ended
    await eventually(statuses).toEqual([1])
    await run('fault', '--locker', 'L1', '--fault', 'stays-open')
    const collecting = start('collect', '--code', CODE)
    await collecting.printed('locker L1 is open')
    await kiosk.kill()
    await collecting.ended
    expect(await statuses()).toEqual([1])
    await startKiosk()
    await eventually(statuses).toEqual([8])
    expect((await kinds()).filter((kind) => kind === 'collected')).toHaveLength(1)
  })

  test('before it stored an acknowledgement sends the event again, and the server applies it once', async () => {
    expect((await dropOff().ended).text).toContain('Dropped off in locker L1')
    await eventually(statuses).toEqual([1])
    await kiosk.kill()
    const before = await kinds()
    // Restores the journal from before the acknowledgements.
    const lines = journal()
      .split('\n')
      .filter((line) => !line.includes('"acked"'))
    writeFileSync(journalFile(), lines.join('\n'))
    await startKiosk()
    await eventually(journal).toContain('"acked"')
    expect(await kinds()).toEqual(before)
    expect(await statuses()).toEqual([1])
  })

  test('during a command refuses it at the next start instead of executing it again', async () => {
    await run('fault', '--locker', 'L1', '--fault', 'not-detected')
    await giveDoorsTime()
    const command = openCommand('L1', 60_000)
    await send(command)
    await eventually(() => repliesTo(command)).toEqual(['acknowledged'])
    await kiosk.kill()
    await startKiosk()
    await eventually(() => repliesTo(command)).toEqual(['acknowledged', 'refused'])
    await send(command)
    await eventually(() => repliesTo(command)).toEqual(['acknowledged', 'refused', 'refused'])
    expect(await openings()).toBe(0)
  })
})

test('a drop-off at the command line asks whether the package is inside', async () => {
  const [state] = readdirSync(join(folder, 'state'))
  const request = { command: 'drop-off', options: { agent: 'deliverer', pin: PIN, unit: '12A' } }
  const asked: string[] = []
  const answered = await sendRequest(join(folder, 'state', state!), request, {
    print: () => {},
    isInside: async (question) => {
      asked.push(question)
      return false
    },
  })
  expect([asked, answered]).toEqual([['Is the package in locker L1?'], 'Nothing was left in locker L1.'])
  await eventually(kinds).toEqual(['door-opened', 'door-closed', 'gave-up'])
  expect(await run('drop-off', '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--gave-up')).toContain(
    'Nothing was left in locker L1.',
  )
  expect(await statuses()).toEqual([])
})

describe('a command', () => {
  test('that is repeated, also across a restart, opens the door once and is answered each time', async () => {
    const command = openCommand('L1', 60_000)
    await Promise.all([send(command), send(command), send(command)])
    await eventually(() => repliesTo(command)).toContain('opened')
    // The reply is sent while it is being stored.
    await eventually(journal).toContain('"opened"')
    await kiosk.kill()
    await startKiosk()
    const before = repliesTo(command).length
    await send(command)
    await eventually(() => repliesTo(command).slice(before)).toEqual(['opened'])
    expect(await openings()).toBe(1)
  })

  test('for a suspended kiosk is not executed after its expiry', async () => {
    kiosk.child.kill('SIGSTOP')
    const [late, timely] = [openCommand('L1', 300), openCommand('L2', 600_000)]
    await send(late)
    await send(timely)
    await soon(() => expect(Date.now()).toBeGreaterThan(Date.parse(late.ExpiresAt) + 1_000))
    kiosk.child.kill('SIGCONT')
    await eventually(() => repliesTo(timely)).toEqual(['acknowledged', 'opened'])
    await eventually(() => repliesTo(late)).toEqual(['expired'])
    expect(await openings()).toBe(1)
    expect((await lobby.events()).find(({ kind }) => kind === 'door-opened')?.locker_id).toBe(lobby.lockers.L2)
  })
})

describe('the program', () => {
  test('prints its status, sets faults and refuses invalid arguments', async () => {
    expect(await run('status')).toBe(
      [
        'Locker bank RB-01: connected',
        'Configuration 1, 4 lockers',
        'Theme of the program: Verdana, "Touch the screen to begin", pictures: none',
        'Events waiting for the server: 0',
        'Open doors: none',
      ].join('\n'),
    )
    expect(await run('fault', '--locker', 'l1', '--fault', 'stays-open')).toBe('Locker L1: stays-open.')
    const refused: [readonly string[], string][] = [
      [['fault', '--locker', 'L9', '--fault', 'none'], 'There is no locker L9'],
      [['fault', '--locker', 'L1', '--fault', 'explodes'], '--fault must be one of none, not-detected, stays-open.'],
      [['drop-off', '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--size', 'huge'], '--size must be one of'],
      [['dance'], 'There is no command dance. See --help.'],
      [['--help'], 'npm run kiosk -- collect --code CODE'],
    ]
    const answers = await Promise.all(refused.map(([words]) => run(...words)))
    for (const [i, [, answer]] of refused.entries()) expect(answers[i]).toContain(answer)
  })

  test('refuses to run twice in one folder', async () => {
    const second = await start('--key', keyFile).ended
    expect(second).toEqual({ code: 1, text: expect.stringContaining('A kiosk is already running in') })
  })

  test('disconnects on a signal, and when attached at the end of its input', async () => {
    await eventually(lobby.isOnline).toBe(true)
    kiosk.child.kill('SIGTERM')
    expect((await kiosk.ended).code).toBe(0)
    await eventually(lobby.isOnline).toBe(false)
    await startKiosk('--attached')
    await eventually(lobby.isOnline).toBe(true)
    kiosk.child.stdin!.end()
    expect((await kiosk.ended).code).toBe(0)
    await eventually(lobby.isOnline).toBe(false)
  })

  test('stops on a signal without waiting for an open door and reports the drop-off at the next start', async () => {
    await run('fault', '--locker', 'L1', '--fault', 'stays-open')
    const dropping = dropOff()
    await dropping.printed('locker L1 is open')
    kiosk.child.kill('SIGTERM')
    expect((await kiosk.ended).code).toBe(0)
    expect((await dropping.ended).code).toBe(1)
    await startKiosk()
    await eventually(statuses).toEqual([14])
  })

  test('starts a kiosk for one command when a key is given and none is running, and delivers its events', async () => {
    kiosk.child.kill('SIGTERM')
    await kiosk.ended
    expect(await run('status')).toContain('No such kiosk is running.')
    const result = await start('drop-off', '--key', keyFile, '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--delivered')
      .ended
    expect(result).toEqual({ code: 0, text: expect.stringContaining('Dropped off in locker L1 for Ada Byron.') })
    expect(await statuses()).toEqual([1])
  })

  test('runs several kiosks and requires --bank to choose one', async () => {
    const otherLobby = await makeLobby(server, `yard${number}b`)
    const second = writeKeyFile(temporary().path, { ...otherLobby.key, LockerBankCode: 'RB-02' })
    const other = start('--key', second)
    onTestFinished(() => void other.kill())
    await other.printed('connected to the server')
    expect(await run('status')).toContain('Several kiosks are running. Choose one with --bank:')
    expect(await run('status', '--bank', 'RB-02')).toContain('Locker bank RB-02: connected')
    expect(existsSync(join(folder, 'state', `${otherLobby.systemName}-rb-02`))).toBe(true)
  })

  test('logs that its authorisation has ended, not that the server cannot be reached', async () => {
    const params = { lockerBankId: lobby.lockerBankId }
    expect((await server.ask(lockerBanks.deauthorise, { token: lobby.token, params })).status).toBe(200)
    await kiosk.printed('its authorisation has ended')
    expect(kiosk.text()).not.toContain('cannot be reached')
  })

  test('names the problem of an invalid key file', async () => {
    const broken = temporary().path
    const wrong = writeKeyFile(broken, { ...lobby.key, LockerBankCode: 'RB-09', RelayEndPointName: 'nowhere' })
    expect((await start('--key', wrong).ended).text).toContain('RelayEndPointName is missing or wrong.')
    expect((await start('--key', join(broken, 'none.json')).ended).text).toContain('cannot be read')
  })
})

function temporary() {
  const made = temporaryFolder()
  onTestFinished(made.remove)
  return made
}
