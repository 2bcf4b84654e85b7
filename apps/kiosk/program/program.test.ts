import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { type Command, type Reply, topicOf } from '#features/kiosks/protocol.ts'
import { eventually } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { newId } from '#platform/ids.ts'
import { CODE, type Lobby, makeLobby, PIN, temporaryFolder, writeKeyFile } from '../testing/lobby.ts'
import { type Program, program } from '../testing/program.ts'

/** Programs that start and stop take their time on a busy machine. */
vi.setConfig({ testTimeout: 60_000 })

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
  kiosk = await running()
  return async () => {
    kiosk.child.kill('SIGCONT')
    await kiosk.kill()
    temporary.remove()
  }
})

const state = () => ['--state', join(folder, 'state'), '--door-seconds', '0.05', '--close-seconds', '60']
const ask = (...args: string[]) => program(...args, ...state())
const say = async (...args: string[]) => (await ask(...args).ended).text.trim()
const dropOff = () => ask('drop-off', '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--size', 'small')
const isConnected = () => kiosk.text().includes('connected to the server')
async function running(...more: string[]): Promise<Program> {
  kiosk = ask('--key', keyFile, ...more)
  await eventually(isConnected).toBe(true)
  return kiosk
}
const journal = () => join(folder, 'state', `${lobby.systemName}-rb-01`, 'journal.jsonl')
const statuses = async () => (await lobby.packages()).map(({ status_id }) => status_id)
const kinds = async () => (await lobby.events()).map(({ kind }) => kind)
const opened = async () => (await kinds()).filter((kind) => kind === 'door-opened').length

/** Publishes a command as the server does; with `times` copies. */
function command(locker: 'L1' | 'L2', livesFor: number, Id = newId()): Command {
  const ExpiresAt = new Date(Date.now() + livesFor).toISOString()
  return { Id, ExpiresAt, Kind: 'open', LockerId: lobby.lockers[locker], SerialNumber: `SN-${locker}` }
}
const send = (one: Command) => mqtt.publishAsync(topicOf(lobby.lockerBankId, 'commands'), JSON.stringify(one), { qos: 1 })
const saidOf = (one: Command) => replies.filter(({ CommandId }) => CommandId === one.Id).map(({ State }) => State)

describe('a kiosk that is killed', () => {
  test('while a door is open for a drop-off tells of an unconfirmed one at its next start', async () => {
    await say('fault', '--locker', 'L1', '--fault', 'stays-open')
    const dropping = dropOff()
    await eventually(() => dropping.text()).toContain('locker L1 is open')
    await eventually(opened).toBe(1)
    await kiosk.kill()
    expect((await dropping.ended).code).toBe(1)
    expect(await statuses()).toEqual([])
    await running()
    await eventually(statuses).toEqual([14])
    expect((await lobby.packages())[0]).toMatchObject({ locker_id: lobby.lockers.L1, resident_id: lobby.adaId })
    expect(await say('confirm', '--agent', 'deliverer', '--pin', PIN)).toContain('Locker L1: confirmed.')
    await eventually(statuses).toEqual([1])
  })

  test('before a door was seen to open for a resident leaves their package where it is', async () => {
    await dropOff().ended
    await eventually(statuses).toEqual([1])
    await say('fault', '--locker', 'L1', '--fault', 'not-detected')
    const collecting = ask('collect', '--code', CODE)
    await sleep(1500)
    await kiosk.kill()
    await collecting.ended
    await running()
    expect(await say('collect', '--code', CODE)).toContain('Locker L1: 1 package.')
    await eventually(statuses).toEqual([8])
  })

  test('while a door is open for a resident tells at its next start, once, that they have collected', async () => {
    await dropOff().ended
    await eventually(statuses).toEqual([1])
    await say('fault', '--locker', 'L1', '--fault', 'stays-open')
    const collecting = ask('collect', '--code', CODE)
    await eventually(() => collecting.text()).toContain('locker L1 is open')
    await kiosk.kill()
    await collecting.ended
    expect(await statuses()).toEqual([1])
    await running()
    await eventually(statuses).toEqual([8])
    expect((await kinds()).filter((kind) => kind === 'collected')).toHaveLength(1)
  })

  test('when the server had applied an event but not yet been heard tells it again, and it is taken once', async () => {
    expect((await dropOff().ended).text).toContain('Dropped off in locker L1')
    await eventually(statuses).toEqual([1])
    await kiosk.kill()
    const before = await kinds()
    // The disk as it was before the acknowledgements came.
    const lines = readFileSync(journal(), 'utf8')
      .split('\n')
      .filter((line) => !line.includes('"acked"'))
    writeFileSync(journal(), lines.join('\n'))
    await running()
    await eventually(() => readFileSync(journal(), 'utf8')).toContain('"acked"')
    expect(await kinds()).toEqual(before)
    expect(await statuses()).toEqual([1])
  })

  test('in the middle of a command does not carry it out again, and says so', async () => {
    await say('fault', '--locker', 'L1', '--fault', 'not-detected')
    const one = command('L1', 60_000)
    await send(one)
    await eventually(() => saidOf(one)).toEqual(['acknowledged'])
    await kiosk.kill()
    await running()
    await eventually(() => saidOf(one)).toEqual(['acknowledged', 'refused'])
    await send(one)
    await eventually(() => saidOf(one)).toEqual(['acknowledged', 'refused', 'refused'])
    expect(await opened()).toBe(0)
  })
})

describe('a command', () => {
  test('that comes several times, over a restart too, opens the door once and is answered each time', async () => {
    const one = command('L1', 60_000)
    await Promise.all([send(one), send(one), send(one)])
    await eventually(() => saidOf(one)).toContain('opened')
    // A word is told beside being kept.
    await eventually(() => readFileSync(journal(), 'utf8')).toContain('"opened"')
    await kiosk.kill()
    await running()
    const before = saidOf(one).length
    await send(one)
    await eventually(() => saidOf(one).slice(before)).toEqual(['opened'])
    expect(await opened()).toBe(1)
  })

  test('to a kiosk that sleeps is never carried out late', async () => {
    kiosk.child.kill('SIGSTOP')
    const [late, timely] = [command('L1', 300), command('L2', 30_000)]
    await send(late)
    await send(timely)
    await sleep(1500)
    kiosk.child.kill('SIGCONT')
    await eventually(() => saidOf(timely)).toEqual(['acknowledged', 'opened'])
    await eventually(() => saidOf(late)).toEqual(['expired'])
    expect(await opened()).toBe(1)
    expect((await lobby.events()).find(({ kind }) => kind === 'door-opened')?.locker_id).toBe(lobby.lockers.L2)
  })
})

describe('the program', () => {
  test('tells how it stands, makes doors fail, and refuses what it does not understand', async () => {
    expect(await say('status')).toBe(
      'Locker bank RB-01: connected\nConfiguration 1, 4 lockers\nEvents waiting for the server: 0\nOpen doors: none',
    )
    expect(await say('fault', '--locker', 'l1', '--fault', 'stays-open')).toBe('Locker L1: stays-open.')
    const refused: [readonly string[], string][] = [
      [['fault', '--locker', 'L9', '--fault', 'none'], 'There is no locker L9'],
      [['fault', '--locker', 'L1', '--fault', 'explodes'], '--fault is one of none, not-detected, stays-open.'],
      [['drop-off', '--agent', 'deliverer', '--pin', PIN, '--unit', '12A', '--size', 'huge'], '--size is one of'],
      [['dance'], 'There is no command dance. See --help.'],
      [['--help'], 'npm run kiosk -- collect --code CODE'],
    ]
    const answers = await Promise.all(refused.map(([words]) => say(...words)))
    for (const [i, [, answer]] of refused.entries()) expect(answers[i]).toContain(answer)
  })

  test('runs once in a folder', async () => {
    const second = await ask('--key', keyFile).ended
    expect(second).toEqual({ code: 1, text: expect.stringContaining('already.') })
  })

  test('says goodbye when it is told to end, and when what it is attached to ends', async () => {
    await eventually(lobby.isOnline).toBe(true)
    kiosk.child.kill('SIGTERM')
    expect((await kiosk.ended).code).toBe(0)
    await eventually(lobby.isOnline).toBe(false)
    await running('--attached')
    await eventually(lobby.isOnline).toBe(true)
    kiosk.child.stdin!.end()
    expect((await kiosk.ended).code).toBe(0)
    await eventually(lobby.isOnline).toBe(false)
  })

  test('told to end while a door is open, ends at once and tells of the drop-off at its next start', async () => {
    await say('fault', '--locker', 'L1', '--fault', 'stays-open')
    const dropping = dropOff()
    await eventually(() => dropping.text()).toContain('locker L1 is open')
    const begin = performance.now()
    kiosk.child.kill('SIGTERM')
    expect((await kiosk.ended).code).toBe(0)
    expect(performance.now() - begin).toBeLessThan(10_000)
    expect((await dropping.ended).code).toBe(1)
    await running()
    await eventually(statuses).toEqual([14])
  })

  test('does one thing alone when no kiosk runs and it is given the key, and leaves nothing behind unsaid', async () => {
    kiosk.child.kill('SIGTERM')
    await kiosk.ended
    expect(await say('status')).toContain('No such kiosk runs here.')
    const reply = await ask('drop-off', '--key', keyFile, '--agent', 'deliverer', '--pin', PIN, '--unit', '12A').ended
    expect(reply).toEqual({ code: 0, text: expect.stringContaining('Dropped off in locker L1 for Ada Byron.') })
    expect(await statuses()).toEqual([1])
  })

  test('runs several kiosks, and asks which is meant', async () => {
    const other = await makeLobby(server, `yard${number}b`)
    const second = writeKeyFile(temporary().path, { ...other.key, LockerBankCode: 'RB-02' })
    const both = ask('--key', second)
    onTestFinished(() => void both.kill())
    await eventually(() => both.text()).toContain('connected to the server')
    expect(await say('status')).toContain('Several kiosks run here. Say which with --bank:')
    expect(await say('status', '--bank', 'RB-02')).toContain('Locker bank RB-02: connected')
    expect(existsSync(join(folder, 'state', `${other.systemName}-rb-02`))).toBe(true)
  })

  test('says once that its authorisation has ended, not that the server cannot be reached', async () => {
    const params = { lockerBankId: lobby.lockerBankId }
    expect((await server.ask(lockerBanks.deauthorise, { token: lobby.token, params })).status).toBe(200)
    await eventually(() => kiosk.text().includes('its authorisation has ended')).toBe(true)
    expect(kiosk.text()).not.toContain('cannot be reached')
  })

  test('tells in one sentence what is wrong with a key file', async () => {
    const broken = temporary().path
    const wrong = writeKeyFile(broken, { ...lobby.key, LockerBankCode: 'RB-09', RelayEndPointName: 'nowhere' })
    expect((await ask('--key', wrong).ended).text).toContain('RelayEndPointName is missing or wrong.')
    expect((await ask('--key', join(broken, 'none.json')).ended).text).toContain('cannot be read')
  })
})

function temporary() {
  const made = temporaryFolder()
  onTestFinished(made.remove)
  return made
}
