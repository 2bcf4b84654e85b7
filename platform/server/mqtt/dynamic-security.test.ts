import { expect, onTestFinished, test } from 'vitest'
import { connectTo } from './broker.ts'
import { dynamicSecurity } from './dynamic-security.ts'

test('dynamicSecurity › gives up on an unavailable Mosquitto and leaves no listeners behind', async () => {
  const client = connectTo('mqtt://127.0.0.1:1', {})
  onTestFinished(() => void client.end(true))
  const control = dynamicSecurity(client, 300)
  const before = client.listenerCount('connect')
  const requests = Array.from({ length: 20 }, () => control([{ command: 'listClients' }]))
  expect(client.listenerCount('connect')).toBe(before)
  for (const one of requests) await expect(one).rejects.toThrow('The broker of MQTT_URL does not respond')
  expect(client.listenerCount('connect')).toBe(before)
})
