import { expect, onTestFinished, test } from 'vitest'
import { connectTo } from './broker.ts'
import { dynamicSecurity } from './dynamic-security.ts'

test('what is asked of a Mosquitto that is away is given up, and nothing is left that waits for it', async () => {
  const client = connectTo('mqtt://127.0.0.1:1', {})
  onTestFinished(() => void client.end(true))
  const control = dynamicSecurity(client, 300)
  const before = client.listenerCount('connect')
  const asked = Array.from({ length: 20 }, () => control([{ command: 'listClients' }]))
  expect(client.listenerCount('connect')).toBe(before)
  for (const one of asked) await expect(one).rejects.toThrow('The broker that MQTT_URL names does not answer')
  expect(client.listenerCount('connect')).toBe(before)
})
