import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import pino from 'pino'
import { createApp } from '#apps/server/app.ts'
import { ROOT } from '#features/kiosks/protocol.ts'
import { authenticateKiosk } from '#features/kiosks/server/connection/access.ts'
import type { Authorisation } from '#features/locker-banks/contract.ts'
import { keyFileOf } from '#features/locker-banks/key-file.ts'
import { allowOpenings } from '#features/openings/testing/allow-openings.ts'
import { createMailer } from '#platform/server/mail/mail.ts'
import { startEmbeddedBroker } from '#platform/server/mqtt/embedded.ts'
import { openDatabase } from '#platform/server/postgres/db.ts'
import { deriveKeys, newSecret } from '#platform/server/security/keys.ts'
import type { Bench } from './bench.ts'
import { ask, signIn } from './client.ts'
import { startKiosk } from './processes.ts'
import { ANSWERED, REQUEST_TOPIC } from './topics.ts'

const HOST = '127.0.0.1'
const REPLIER = 'bench'
/** A real terminal has its own disk, which does not wait for the database's. */
const IN_MEMORY = '/dev/shm'
const log = pino({ level: 'silent' })

export type Lobby = Awaited<ReturnType<typeof openLobby>>

/**
 * The product with its broker in this process, and a kiosk for one of its locker banks in a separate process. The broker also
 * admits the client of the bare requests. `undo` stops them and restores the database.
 */
export async function openLobby({ appUrl, superuserUrl, connect, organisationId }: Bench, undo: AsyncDisposableStack) {
  const owner = await connect('superuser')
  const { rows } = await owner.query<{ bank: string; locker: string }>(
    `select b.id as bank, l.id as locker from locker_banks b
       join lockers l on l.organisation_id = b.organisation_id and l.locker_bank_id = b.id
       where b.organisation_id = $1 and l.live_packages = 0 limit 1`,
    [organisationId],
  )
  const { bank, locker } = rows[0]!
  // Left by an interrupted run.
  await forget(owner, bank, locker)
  undo.defer(() => forget(owner, bank, locker))
  // The measurement exceeds the limits.
  undo.defer(await allowOpenings(superuserUrl))

  const database = openDatabase(appUrl)
  undo.defer(database.close)
  const keys = deriveKeys(randomBytes(32))
  const password = newSecret()
  const ofKiosks = authenticateKiosk(database, keys)
  const broker = await startEmbeddedBroker({
    root: ROOT,
    log,
    host: HOST,
    port: 0,
    authenticate: async (name, secret) => {
      if (name !== REPLIER) return ofKiosks(name, secret)
      return secret === password ? { name, publish: [ANSWERED], subscribe: [REQUEST_TOPIC] } : null
    },
  })
  undo.defer(broker.close)
  const mailer = createMailer(async () => {})
  const brokerMs: number[] = []
  const watched = { ...broker, connect: () => watch(broker.connect(), brokerMs) }
  const needs = {
    database,
    broker: watched,
    keys,
    mailer,
    sendJob: async () => {},
    publicUrl: `http://${HOST}`,
    logger: false,
    trustProxy: false,
    smsApiUrl: `http://${HOST}:9`,
  } as const
  const { app } = await createApp(needs)
  const address = await app.listen({ host: HOST, port: 0 })
  undo.defer(() => app.close())

  const token = await signIn(address, 'manager')
  const ofBank = `${address}/api/lockerbank/${bank}`
  const authorised = await ask<Authorisation>(`${ofBank}/authorization`, token, {})
  const folder = mkdtempSync(join(existsSync(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'parcelhall-bench-'))
  undo.defer(() => rmSync(folder, { recursive: true }))
  const keyFile = join(folder, 'key.json')
  writeFileSync(keyFile, JSON.stringify({ ...keyFileOf(authorised), RelayEndPointName: address }))
  const kiosk = await startKiosk([keyFile, folder, `${address.replace('http', 'ws')}/mqtt`, REPLIER, password])
  undo.defer(kiosk.stop)
  // The first heartbeat is processed some time after the kiosk has sent it.
  while (!(await isOnline(owner, bank))) await wait(20)
  return { broker, brokerMs, owner, token, openUrl: `${ofBank}/lockers/${locker}/open` }
}

async function isOnline(owner: Awaited<ReturnType<Bench['connect']>>, bank: string): Promise<boolean> {
  const { rows } = await owner.query<{ is_online: boolean }>('select is_online from locker_banks where id = $1', [bank])
  return rows[0]!.is_online
}

async function forget(owner: Awaited<ReturnType<Bench['connect']>>, bank: string, locker: string) {
  for (const table of ['kiosk_events', 'kiosk_commands', 'api_keys'])
    await owner.query(`delete from ${table} where locker_bank_id = $1`, [bank])
  await owner.query('delete from audit where subject_id in ($1, $2)', [bank, locker])
}

/** Records the ms from each command to the kiosk's first message. */
function watch(client: MqttClient, took: number[]): MqttClient {
  let sent: number | undefined
  client.on('packetsend', (packet) => {
    if (packet.cmd === 'publish' && packet.topic.endsWith('/commands')) sent = performance.now()
  })
  client.on('message', (topic) => {
    if (sent === undefined || !topic.endsWith('/replies')) return
    took.push(performance.now() - sent)
    sent = undefined
  })
  return client
}
