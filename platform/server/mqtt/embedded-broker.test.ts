import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '#platform/server/testing/waiting.ts'
import { tcpProxy } from '../testing/tcp-proxy.ts'
import { connectTo, disconnect } from './broker.ts'
import { startEmbeddedBroker } from './embedded.ts'
import { credentials, embedded, isAccepted, known, log, nextEvent, root } from './testing/brokers.ts'

describe('the embedded broker', () => {
  test('is abandoned within seconds when it does not respond, also with messages pending', async () => {
    const { broker } = await embedded()
    const wire = await tcpProxy(broker.port)
    onTestFinished(async () => {
      wire.close()
      await broker.close()
    })
    const one = credentials()
    known.set(one.name, one)
    const client = connectTo(`mqtt://127.0.0.1:${wire.port}`, { clientId: one.name, username: one.name, password: one.password })
    await isAccepted(client)
    wire.silence(true)
    client.publish(one.publish[0]!, 'never acknowledged', { qos: 1 })
    await sleep(100)
    await disconnect(client)
    await eventually(() => client.connected).toBe(false)
  })

  test('ends a connection that was being authenticated when it was revoked', async () => {
    const [began, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { broker, url } = await embedded(() => {
      began.resolve()
      return proceed.promise
    })
    onTestFinished(() => broker.close())
    const one = credentials()
    known.set(one.name, one)
    const client = connectTo(url, { clientId: one.name, username: one.name, password: one.password, reconnectPeriod: 0 })
    onTestFinished(() => void client.end(true))
    const closed = nextEvent(client, 'close')
    await began.promise
    await broker.revoke(one.name)
    proceed.resolve()
    await closed
    expect(client.connected).toBe(false)
  })

  test('reports that its port is in use', async () => {
    const { broker, url } = await embedded()
    onTestFinished(() => broker.close())
    const port = Number(new URL(url).port)
    const again = startEmbeddedBroker({ root, log, host: '127.0.0.1', port, authenticate: async () => null })
    await expect(again).rejects.toThrow(`Port ${port} is already in use. Set MQTT_PORT to another port.`)
  })

  test('does not buffer an endless packet, before or after authentication', async () => {
    const { broker, url } = await embedded()
    onTestFinished(() => broker.close())
    const stranger = connect(Number(new URL(url).port), '127.0.0.1')
    stranger.on('error', () => {})
    // CONNECT with a length of 256 MB, the longest there is.
    stranger.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    const closed = new Promise((resolve) => stranger.once('close', resolve))
    const flood = setInterval(() => stranger.write(Buffer.alloc(64 * 1024)), 1)
    await closed
    clearInterval(flood)
    expect(stranger.bytesWritten).toBeLessThan(16 * 1024 * 1024)

    const one = credentials()
    known.set(one.name, one)
    const client = connectTo(url, { clientId: one.name, username: one.name, password: one.password, reconnectPeriod: 0 })
    onTestFinished(() => void client.end(true))
    await isAccepted(client)
    const ended = nextEvent(client, 'close')
    client.publish(one.publish[0]!, Buffer.alloc(2 * 1024 * 1024), { qos: 1 })
    await ended
  })

  test('refuses persistent sessions', async () => {
    const { broker, url } = await embedded()
    onTestFinished(() => broker.close())
    const one = credentials()
    known.set(one.name, one)
    const client = connectTo(url, {
      clientId: one.name,
      username: one.name,
      password: one.password,
      clean: false,
      reconnectPeriod: 0,
    })
    onTestFinished(() => void client.end(true))
    await nextEvent(client, 'close')
    expect(client.connected).toBe(false)
  })
})
