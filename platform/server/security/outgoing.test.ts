import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createOutgoing, isPrivate, lookupOf, PRIVATE_ADDRESS } from './outgoing.ts'

test('knows private addresses', () => {
  for (const address of [
    '172.20.0.1',
    '100.64.1.1',
    '0.0.0.0',
    'fd00::1',
    'fe80::1',
    '::',
    '::ffff:10.0.0.1',
    '224.0.0.1',
    '2002:7f00:1::',
    'fec0::1',
    '::127.0.0.1',
  ])
    expect([address, isPrivate(address)]).toEqual([address, true])
  for (const address of ['1.1.1.1', '172.32.0.1', '2606:4700::1111'])
    expect([address, isPrivate(address)]).toEqual([address, false])
})

test('a host is looked up once; private addresses and those of this machine are refused unless the host is allowed', async () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses!.map(({ address }) => address))
  for (const host of ['localhost', '10.1.2.3', '::1', '2130706433', ...own])
    await expect(createOutgoing(['example.com']).addressOf(host)).rejects.toMatchObject({ code: PRIVATE_ADDRESS })
  await expect(createOutgoing().addressOf('nowhere.invalid')).rejects.toMatchObject({ code: /ENOTFOUND|EAI_AGAIN/ })
  const checked = await createOutgoing(['LocalHost']).addressOf('localhost')
  expect(isPrivate(checked.address)).toBe(true)
  const answer = await new Promise((done) => lookupOf(checked)('other.example.com', {}, (_error, address) => done(address)))
  expect(answer).toBe(checked.address)
})
