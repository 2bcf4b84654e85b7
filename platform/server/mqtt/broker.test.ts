import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '#platform/ids.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { clientAddress } from '../http/network.ts'
import { mosquittoUrl } from '../testing/services.ts'
import { type Broker, type Credentials, connectTo } from './broker.ts'
import { WRONG_LOGINS } from './login-throttle.ts'
import { openMosquitto } from './mosquitto.ts'
import { credentials, embedded, isAccepted, known, log, nextEvent, root } from './testing/brokers.ts'

const mosquitto = async () => {
  const { host } = new URL(mosquittoUrl!)
  return { broker: await openMosquitto({ root, log, url: mosquittoUrl! }), url: `mqtt://${host}` }
}

const kinds = [['in this process', () => embedded()] as const, ...(mosquittoUrl ? [['of Mosquitto', mosquitto] as const] : [])]

describe.each(kinds)('the broker %s', (kind, start) => {
  let broker: Broker
  let url: string
  let server: MqttClient
  let http: Server
  let httpUrl: string
  let detach: () => void
  const received: { topic: string; text: string; retain: boolean }[] = []

  beforeAll(async () => {
    ;({ broker, url } = await start())
    http = createServer()
    detach = broker.attach(http, clientAddress(['loopback']))
    http.listen(0, '127.0.0.1')
    await once(http, 'listening')
    httpUrl = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/mqtt`
    server = broker.connect()
    server.on('message', (topic, payload, { retain }) => received.push({ topic, text: payload.toString(), retain }))
    await server.subscribeAsync(`${root}/#`, { qos: 1 })
  })
  afterAll(async () => {
    await server.endAsync()
    for (const name of known.keys()) await broker.revoke(name)
    detach()
    await broker.close()
    http.close()
    known.clear()
  })

  async function granted(name?: string) {
    const one = credentials(name)
    known.set(one.name, one)
    await broker.grant(one)
    return one
  }
  async function connected({ name, password }: { name: string; password: string }, options: IClientOptions = {}, at = url) {
    const client = connectTo(at, { clientId: name, username: name, password, reconnectPeriod: 0, ...options })
    onTestFinished(() => void client.end(true))
    return (await isAccepted(client)) ? client : null
  }
  const arrived = (text: string) => eventually(() => received.filter((one) => one.text === text).length)

  test('admits known clients, none with another password, name or client id', async () => {
    const one = await granted()
    expect(await connected(one)).not.toBeNull()
    expect(await connected({ ...one, password: 'wrong' })).toBeNull()
    expect(await connected({ ...one, name: newId() })).toBeNull()
    expect(await connected(one, { clientId: newId() })).toBeNull()
    expect(await connected({ name: 'server', password: '' })).toBeNull()
    expect(await connected(one, { username: undefined, password: undefined })).toBeNull()
  })

  test('lets a kiosk publish only to its own topics', async () => {
    const [one, other] = [await granted(), await granted()]
    const client = (await connected(one))!
    const mark = newId()
    await client.publishAsync(one.publish[0]!, `own ${mark}`, { qos: 1 })
    await arrived(`own ${mark}`).toBe(1)
    for (const topic of [other.publish[0]!, one.subscribe[0]!, `${root}/${one.name}`, `${root}/${one.name}/status/more`]) {
      const intruder = (await connected(one))!
      const published = intruder.publishAsync(topic, `foreign ${mark}`, { qos: 1, retain: true }).catch(() => {})
      await Promise.race([published, nextEvent(intruder, 'close')])
    }
    const last = (await connected(one))!
    await last.publishAsync(one.publish[0]!, `last ${mark}`, { qos: 1 })
    await arrived(`last ${mark}`).toBe(1)
    await arrived(`foreign ${mark}`).toBe(0)
  })

  test('lets a kiosk subscribe only to its own topics, not by wildcard either', async () => {
    const [one, other] = [await granted(), await granted()]
    const client = (await connected(one))!
    const got: string[] = []
    client.on('message', (_topic, payload) => got.push(payload.toString()))
    const foreign = [...other.subscribe, ...other.publish, `${root}/#`, `${root}/+/commands`, '#', '$SYS/#']
    for (const topic of foreign) await client.subscribeAsync(topic, { qos: 1 }).catch(() => {})
    await client.subscribeAsync([...one.subscribe], { qos: 1 })
    await server.publishAsync(other.subscribe[1]!, 'for another', { qos: 1 })
    await server.publishAsync(one.subscribe[1]!, 'for one', { qos: 1 })
    await eventually(() => got).toContain('for one')
    expect(got).toEqual(['for one'])
  })

  test('retains the configuration for a kiosk that connects later, but no command for an offline one', async () => {
    const one = await granted()
    await server.publishAsync(one.subscribe[0]!, 'retained', { qos: 1, retain: true })
    await server.publishAsync(one.subscribe[1]!, 'missed', { qos: 1 })
    const client = (await connected(one))!
    const got: string[] = []
    client.on('message', (_topic, payload) => got.push(payload.toString()))
    await client.subscribeAsync([...one.subscribe], { qos: 1 })
    await server.publishAsync(one.subscribe[1]!, 'after', { qos: 1 })
    await eventually(() => got.length).toBe(2)
    expect(got.toSorted()).toEqual(['after', 'retained'])
  })

  test('publishes the last will of a kiosk whose connection breaks, none after a disconnect', async () => {
    const [one, other] = [await granted(), await granted()]
    const will = ({ name, publish }: Credentials) => ({
      will: { topic: publish[0]!, payload: Buffer.from(`will of ${name}`), qos: 1 as const, retain: true },
    })
    const breaking = (await connected(one, will(one)))!
    const leaving = (await connected(other, will(other)))!
    await leaving.endAsync()
    breaking.stream.destroy()
    await arrived(`will of ${one.name}`).toBe(1)
    await arrived(`will of ${other.name}`).toBe(0)
  })

  test('ends the connection of a revoked kiosk and refuses it from then on', async () => {
    const one = await granted()
    const client = (await connected(one))!
    const closed = nextEvent(client, 'close')
    known.delete(one.name)
    await broker.revoke(one.name)
    await closed
    expect(await connected(one)).toBeNull()
    await broker.revoke(newId())
  })

  test('serves WebSocket at /mqtt with the same access rights and revocation', async () => {
    const one = await granted()
    expect(await connected({ ...one, password: 'wrong' }, {}, httpUrl)).toBeNull()
    const client = (await connected(one, {}, httpUrl))!
    const mark = newId()
    await client.publishAsync(one.publish[0]!, mark, { qos: 1 })
    await arrived(mark).toBe(1)
    const closed = nextEvent(client, 'close')
    known.delete(one.name)
    await broker.revoke(one.name)
    await closed
  })

  test('slows down a network after many wrong passwords, but no other one and no client that logged in from it', async () => {
    const [one, other, newcomer] = [await granted(), await granted(), await granted()]
    const from = (address: string) => ({ wsOptions: { headers: { 'x-forwarded-for': address } } })
    const network = '2001:db8:0:5::1'
    expect(await connected(one, from(network), httpUrl)).not.toBeNull()
    /** Whether a wrong password was checked, instead of refused without a check. */
    const isChecked = async (at: number) => {
      const options = { clientId: other.name, username: other.name, password: 'wrong', reconnectPeriod: 0 }
      const client = connectTo(httpUrl, { ...options, ...from(`2001:db8:0:5::${at + 2}`) })
      onTestFinished(() => void client.end(true))
      const codes: unknown[] = []
      client.on('error', ({ code }: Error & { code?: unknown }) => codes.push(code))
      await nextEvent(client, 'close')
      return codes.some((code) => code === 4 || code === 5)
    }
    const tries = (times: number) => Promise.all(Array.from({ length: times }, (_, at) => isChecked(at)))
    const begin = performance.now()
    expect(await tries(WRONG_LOGINS)).toEqual(Array(WRONG_LOGINS).fill(true))
    const further = tries(15)
    if (kind === 'in this process') expect(await connected(one, from(network), httpUrl)).not.toBeNull()
    expect(await connected(newcomer, from('2001:db8:0:6::1'), httpUrl)).not.toBeNull()
    const checked = (await further).filter(Boolean).length
    // One per second.
    expect(checked).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - begin) / 1000))
    await eventually(() => connected(newcomer, from(network), httpUrl)).not.toBeNull()
  })

  test('lets many clients of one network in at once: right passwords are no wrong ones', async () => {
    const from = { wsOptions: { headers: { 'x-forwarded-for': '2001:db8:0:7::1' } }, reconnectPeriod: 0 }
    const clients = await Promise.all(Array.from({ length: 3 * WRONG_LOGINS }, () => granted()))
    const logins = await Promise.all(clients.map((one) => connected(one, from, httpUrl)))
    expect(logins.filter((client) => client === null)).toEqual([])
  })

  test('closes WebSockets at other paths', async () => {
    const socket = new WebSocket(httpUrl.replace('/mqtt', '/other'))
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve))
    expect(error.message).toBe('Unexpected server response: 404')
  })

  test('survives upgrade requests with an invalid path or an aborted connection', async () => {
    const { port } = http.address() as AddressInfo
    const upgrade = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    const stranger = connect(port, '127.0.0.1')
    let answer = ''
    stranger.on('data', (data) => {
      answer += data
    })
    stranger.end(upgrade('//'))
    await once(stranger, 'close')
    expect(answer).toMatch(/^HTTP\/1.1 404 /)

    const upgraded = once(http, 'upgrade')
    const leaving = connect(port, '127.0.0.1')
    leaving.write(upgrade('/other'))
    const [, socket] = await upgraded
    leaving.resetAndDestroy()
    await new Promise((resolve) => socket.once('close', resolve))
  })
})

describe.runIf(mosquittoUrl)('Mosquitto', () => {
  test('is updated to the existing kiosks, differences only', async () => {
    const { broker, url } = await mosquitto()
    onTestFinished(() => broker.close())
    const [unchanged, changed, removed, missing] = [credentials(), credentials(), credentials(), credentials()]
    for (const one of [unchanged, changed, removed]) await broker.grant(one)
    const connects = async ({ name, password }: Credentials) => {
      const client = connectTo(url, { clientId: name, username: name, password, reconnectPeriod: 0 })
      onTestFinished(() => void client.end(true))
      return { client, isIn: await isAccepted(client) }
    }
    const { client } = await connects(unchanged)
    const replaced = { ...changed, password: 'another', version: newId() }
    const expected = [unchanged, replaced, missing]
    onTestFinished(() => broker.reconcile(async () => []))
    await broker.reconcile(async () => expected)
    expect(client.connected, 'who stays is not disturbed').toBe(true)
    expect((await connects(changed)).isIn).toBe(false)
    expect((await connects(removed)).isIn).toBe(false)
    expect((await connects(replaced)).isIn).toBe(true)
    expect((await connects(missing)).isIn).toBe(true)
  })

  test('reports an unavailable Mosquitto at start', async () => {
    await expect(openMosquitto({ root, log, url: 'mqtt://admin:secret@127.0.0.1:1' })).rejects.toThrow('does not respond')
  })
})
