import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { live } from '#features/live/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { freePort } from '#platform/server/config/ports.ts'
import { stubMosquitto } from '#platform/server/testing/stub-mosquitto.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { type OrganisationFixtures, seedOrganisation, tokenOf } from './testing/fixtures.ts'
import { loadBalancer } from './testing/load-balancer.ts'
import { addressOf, launch, type Program, request } from './testing/program.ts'
import { type TestServer, testServer } from './testing/server.ts'

const ROUNDS = 2
const CLIENTS = 6
/** Between two requests of a client, so that starting nodes get their share of the processor. */
const PAUSE_MS = 40
/** At least so many requests before each restart. */
const REQUESTS_A_RESTART = 100
let server: TestServer
let organisation: OrganisationFixtures
let token: string
let broker: Awaited<ReturnType<typeof stubMosquitto>>
let balancer: Awaited<ReturnType<typeof loadBalancer>>
let folder: string
const nodes = new Map<number, Program>()

beforeAll(async () => {
  folder = temporaryFolder()
  server = await testServer()
  organisation = await seedOrganisation(server, 'rolling')
  token = await tokenOf(server, 'organisationmanager', organisation.systemName)
  broker = await stubMosquitto()
  const ports = [await freePort(), await freePort()]
  balancer = await loadBalancer(ports)
  await Promise.all(ports.map(startNode))
})
afterAll(async () => {
  for (const { process } of nodes.values()) process.kill('SIGKILL')
  await Promise.all([...nodes.values()].map(({ ended }) => ended))
  balancer.close()
  await broker.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Starts a node and waits until the load balancer uses it. */
async function startNode(port: number): Promise<void> {
  const node = launch({
    PORT: String(port),
    DATA_DIR: join(folder, String(port)),
    DATABASE_URL: server.store.url,
    MQTT_URL: broker.url,
    SECRET_KEY: server.secretKey.toString('base64'),
    DRAIN_SECONDS: '1',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
  })
  nodes.set(port, node)
  await addressOf(node)
  await soon(() => expect(balancer.isHealthy(port)).toBe(true))
}
async function restart(port: number): Promise<void> {
  const { process, ended, output } = nodes.get(port)!
  process.kill('SIGTERM')
  expect(await ended, output()).toBe(0)
  await startNode(port)
}

test('restarting each of two nodes twice behind a load balancer fails no request; streams and kiosks connect again', async () => {
  let isOver = false
  const outcomes = new Map<string, number>()
  const count = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  const ask = async (send: () => Promise<Response>) => {
    try {
      const reply = await send()
      const body = await reply.text()
      count(reply.status === 200 ? 'done' : `${reply.status} ${body}`)
    } catch (error) {
      count(`no reply: ${(error as Error).cause ?? error}`)
    }
  }
  let codes = 0
  const [property] = organisation.properties
  const draft = () => ({
    PropertyId: property!.id,
    BuildingId: property!.buildingId,
    LockerBankCode: `ROLL-${++codes}`,
    Name: 'Lobby',
    Address: '1 Quay Road',
  })
  const clients = Array.from({ length: CLIENTS }, async (_, i) => {
    for (; !isOver; await sleep(PAUSE_MS))
      await ask(() =>
        i % 3 === 0
          ? request(balancer.address, lockerBanks.create, { token, params: { lockerBankId: EMPTY_GUID }, input: draft() })
          : request(balancer.address, lockerBanks.page, { token, input: {} }),
      )
  })

  const stopping = new AbortController()
  let streams = 0
  const streaming = (async () => {
    while (!isOver) {
      const reply = await request(balancer.address, live.stream, { token, signal: stopping.signal })
      streams += 1
      expect(await reply.text()).toContain(': open')
    }
  })().catch((error) => {
    if (!isOver) count(`live stream: ${error}`)
  })
  const kiosk = mqtt.connect(`${balancer.address.replace('http', 'ws')}/mqtt`, { clientId: 'kiosk', reconnectPeriod: 100 })
  let connections = 0
  kiosk.on('connect', () => {
    connections += 1
  })
  await once(kiosk as never, 'connect')

  let due = 0
  for (let round = 0; round < ROUNDS; round++)
    for (const port of nodes.keys()) {
      due += REQUESTS_A_RESTART
      await soon(() => expect(outcomes.get('done')).toBeGreaterThan(due))
      await restart(port)
    }

  await soon(() => expect(kiosk.connected).toBe(true))
  isOver = true
  await Promise.all(clients)
  stopping.abort()
  await streaming
  kiosk.end(true)
  const { done = 0, ...failures } = Object.fromEntries(outcomes)
  expect(failures).toEqual({})
  expect(done).toBeGreaterThan(ROUNDS * nodes.size * REQUESTS_A_RESTART)
  // Whichever node they were on, both have been restarted.
  expect(streams).toBeGreaterThan(ROUNDS)
  expect(connections).toBeGreaterThan(ROUNDS)
  const made = await request(balancer.address, lockerBanks.page, { token, input: {} })
  expect(((await made.json()) as { Data: { Total: number } }).Data.Total).toBe(codes)
})
