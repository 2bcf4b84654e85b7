import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { emailOf, inOrganisation, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { secondStep } from '../../second-step-contract.ts'

let server: TestServer
const ids: Record<string, string> = {}
beforeAll(async () => {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
  server = await testServer()
  for (const name of ['riverside', 'harbour']) ids[name] = (await seedOrganisation(server, name)).organisationId
})
afterAll(() => server.stop())

const MODULE = 4
/** The text of a QR code that is an SVG of squares. */
async function textOf(dataUrl: string): Promise<string | undefined> {
  const svg = Buffer.from(dataUrl.split(',')[1]!, 'base64').toString()
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)![1])
  const [width, scale] = [(size / 10) * MODULE, MODULE / 10]
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of svg.matchAll(/M(\d+),(\d+)h10v10h-10z/g))
    for (let dy = 0; dy < MODULE; dy += 1)
      for (let dx = 0; dx < MODULE; dx += 1)
        data.fill(
          0,
          ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4,
          ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4 + 3,
        )
  const picture = { data, width, height: width, colorSpace: 'srgb' }
  return (await readBarcodes(picture as never, { formats: ['QRCode'] }))[0]?.text
}

/** The entry that an app makes of the code: the label before and after its colon, and the issuer. */
async function entryOf(organisation: string, name: string) {
  await inOrganisation(server, ids[organisation]!, (db) =>
    db.updateTable('organisations').set({ name }).where('id', '=', ids[organisation]!).execute(),
  )
  const token = await tokenOf(server, 'mailroomstaff', organisation)
  const { body } = await server.ask(secondStep.beginApp, { token })
  const address = new URL((await textOf(body.QrCode))!)
  expect(address.protocol + address.host).toBe('otpauth:totp')
  const label = decodeURIComponent(address.pathname.slice(1))
  expect(address.searchParams.get('secret')).toBe(body.Secret)
  const [issuer, account, ...more] = label.split(':')
  expect(more).toEqual([])
  expect(address.searchParams.get('issuer')).toBe(issuer)
  return { issuer, account }
}

test.each([
  ['Northside', 'Parcelhall Northside'],
  ['Müller & Söhne', 'Parcelhall Müller & Söhne'],
  ['Northside: Tower A', 'Parcelhall Northside Tower A'],
  ['a:b:c', 'Parcelhall a b c'],
  ['100 % / #1?', 'Parcelhall 100 % / #1?'],
  ['Haus “Zum Löwen”', 'Parcelhall Haus “Zum Löwen”'],
  ['大阪 +1', 'Parcelhall 大阪 +1'],
])('the entry of an app names the organisation %s', async (name, issuer) => {
  expect(await entryOf('riverside', name)).toEqual({ issuer, account: emailOf('mailroomstaff', 'riverside') })
})

test('two organisations have two entries, also of a person with one address', async () => {
  const one = await entryOf('riverside', 'Riverside')
  const other = await entryOf('harbour', 'Harbour')
  expect(one.issuer).not.toBe(other.issuer)
})
