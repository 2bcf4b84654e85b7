import { connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { soon } from '#platform/server/testing/waiting.ts'
import { networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
])('an IPv4 address is its own network in every notation: %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['2001:db8:0:1::7', '2001:db8:0:1::/64'],
  ['2001:0DB8:0000:0001:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:1:2:3:203.0.113.7', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('an IPv6 address belongs to its /64: %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('a client that has disconnected has a network of its own', async () => {
  let accepted: Socket | undefined
  const listening = createServer((socket) => {
    accepted = socket.resume()
  })
  onTestFinished(() => void listening.close())
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  connect((listening.address() as { port: number }).port, '127.0.0.1').end()
  await soon(() => expect(accepted?.destroyed).toBe(true))
  expect(networkOf(accepted?.remoteAddress)).toBe('gone')
})
