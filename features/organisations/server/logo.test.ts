import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { blackPng, pngChunk as chunk, pictureUrl as urlOf } from '#platform/server/testing/pictures.ts'
import { organisations } from '../contract.ts'

let server: TestServer
let id: string
let token: string
beforeAll(async () => {
  server = await testServer()
  id = (await seedOrganisation(server, 'riverside')).organisationId
  token = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(() => server.stop())
// A person may send twenty pictures a minute.
beforeEach(() => server.database.pool.query(`delete from rate_limits where key like 'pictures:%'`))

const save = (Logo: string | null) =>
  server.ask(organisations.save, { token, input: { Id: id, Name: 'Riverside', TimezoneId: 'Europe/London', Logo } })
const saved = async (): Promise<string | null> => (await server.ask(organisations.get, { token, params: { id } })).body.Logo
const red = sharp({ create: { width: 300, height: 200, channels: 3, background: '#dc2626' } })
/** A picture with a text in its metadata. */
const picture = (format: 'png' | 'gif' | 'jpeg') =>
  red
    .clone()
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    [format]()
    .toBuffer()
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

test('an organisation without a logo needs one', async () => {
  expect(await save(null)).toMatchObject({ status: 400, body: { Field: 'Logo', Message: 'Please add a logo' } })
})

test.each(['png', 'gif', 'jpeg'] as const)('a logo as %s becomes a PNG without metadata, at another address', async (format) => {
  const before = await saved()
  const bytes = await picture(format)
  expect((await save(urlOf(format, bytes))).status).toBe(200)
  const address = await saved()
  expect(address).toMatch(new RegExp(`^/api/organisation/${id}/logo\\?v=\\w{16}$`))
  expect(address).not.toBe(before)
  const reply = await server.app.inject({ url: address! })
  expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(reply.headers['content-security-policy']).toContain('sandbox')
  expect(reply.headers['cross-origin-resource-policy']).toBe('cross-origin')
  const metadata = await sharp(reply.rawPayload).metadata()
  expect(metadata).toMatchObject({ format: 'png', width: 150, height: 100 })
  expect(metadata.exif).toBeUndefined()
  expect(reply.rawPayload.includes('secret')).toBe(false)
  const etag = String(reply.headers.etag)
  expect((await server.app.inject({ url: address!, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
})

test('a save without a logo keeps it', async () => {
  await save(urlOf('png', blackPng(40, 40)))
  const before = await saved()
  expect((await save(null)).status).toBe(200)
  expect((await save('')).status).toBe(200)
  expect(await saved()).toBe(before)
})

test.each([
  [1_000_001, 422],
  [3_000_000, 400],
  [10_485_760, 400],
  [12_000_000, 413],
])('a logo of %i bytes is refused with the words of the specification', async (bytes, status) => {
  const url = urlOf('png', Buffer.concat([blackPng(1, 1), Buffer.alloc(bytes)]).subarray(0, bytes))
  const tooLarge = { status, body: { Message: 'Image max size exceeded!' } }
  expect(await save(url)).toMatchObject(tooLarge)
  expect(await server.ask(organisations.saveMobile, { token, params: { id }, input: { Logo: url } })).toMatchObject(tooLarge)
})

test('the logo of a missing organisation is not found', async () => {
  expect((await server.ask(organisations.logo, { params: { id: newId() } })).status).toBe(404)
})

const hostile: [string, () => Promise<string> | string][] = [
  ['an SVG', () => `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`],
  ['an SVG that says it is a PNG', () => urlOf('png', Buffer.from(SVG))],
  ['a PNG that says it is a JPEG', async () => urlOf('jpeg', await picture('png'))],
  ['a WebP that says it is a PNG', async () => urlOf('png', await red.clone().webp().toBuffer())],
  ['a script that begins like a GIF', () => urlOf('gif', Buffer.from('GIF89a/*                  */=1;alert(1);'))],
  ['a page that begins like a JPEG', () => urlOf('jpeg', Buffer.from('\xff\xd8\xff<script>alert(1)</script>\xff\xd9', 'latin1'))],
  ['a JPEG that was cut', async () => urlOf('jpeg', (await picture('jpeg')).subarray(0, -60))],
  [
    'a JPEG that was cut, with padding',
    async () => urlOf('jpeg', Buffer.concat([(await picture('jpeg')).subarray(0, -60), Buffer.alloc(99)])),
  ],
  ['a PNG that was cut', async () => urlOf('png', (await picture('png')).subarray(0, -20))],
  [
    'a PNG without its pixels',
    () => urlOf('png', Buffer.concat([blackPng(9, 9).subarray(0, 33), chunk('IEND', Buffer.alloc(0))])),
  ],
  ['bytes that are not base64', () => 'data:image/png;base64,%%%%'],
  ['another address', () => 'https://example.com/logo.png'],
]
test.each(hostile)('%s is refused, and the logo stays', async (_, url) => {
  await save(urlOf('png', blackPng(30, 30)))
  const before = await saved()
  const { status, body } = await save(await url())
  expect([400, 422]).toContain(status)
  expect(body).toMatchObject({ Field: 'Logo', Message: 'Invalid file type' })
  expect(await saved()).toBe(before)
})

/** What Samsung's phones append: the data, a table of it, and a tail that says how long it is. */
const SEFT = Buffer.concat([
  Buffer.from('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1700000000000', 'latin1'),
  Buffer.from('SEFH\x6b\0\0\0\x01\0\0\0', 'latin1'),
  Buffer.from('\x18\0\0\0SEFT', 'latin1'),
])
const FILM = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(5_000, 7)])
const behind: [string, Buffer][] = [
  ['the notes of a Samsung phone', SEFT],
  ['the film of a motion photo', FILM],
  ['a film and notes', Buffer.concat([FILM, SEFT])],
  ['a line feed', Buffer.from('\n')],
  ['a line end', Buffer.from('\r\n')],
  ['padding', Buffer.alloc(4_096)],
  ['padding of ones', Buffer.alloc(512, 0xff)],
  ['another picture', blackPng(20, 20)],
  ['an archive', Buffer.from('PK\x03\x04')],
  ['a page', Buffer.from('<html><script>alert(1)</script>')],
]
test.each(behind)('a JPEG, a PNG and a GIF with %s behind the end are accepted without it', async (_, rest) => {
  for (const format of ['jpeg', 'png', 'gif'] as const) {
    expect((await save(urlOf(format, Buffer.concat([await picture(format), rest])))).status).toBe(200)
    const { rawPayload } = await server.app.inject({ url: (await saved())! })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 150, height: 100 })
    expect(rawPayload.subarray(-8).toString('hex')).toBe('49454e44ae426082')
  }
})

const raw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#dc2626' } })
const accepted: [string, 'jpeg' | 'png' | 'gif', () => Promise<Buffer>, [number, number]?][] = [
  ['a JPEG in CMYK', 'jpeg', () => raw(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
  ...([3, 5, 6, 8] as const).map((orientation): (typeof accepted)[number] => [
    `a JPEG that is turned, ${orientation}`,
    'jpeg',
    () => raw(300, 200).withMetadata({ orientation }).jpeg().toBuffer(),
    orientation === 3 ? [150, 100] : [67, 100],
  ]),
  ['a progressive JPEG', 'jpeg', () => raw(300, 200).jpeg({ progressive: true }).toBuffer()],
  ['a grey JPEG', 'jpeg', () => raw(300, 200).grayscale().jpeg().toBuffer()],
  ['a JPEG of a wide range of colours', 'jpeg', () => raw(300, 200).withIccProfile('p3').jpeg().toBuffer()],
  ['a PNG with 16 bits', 'png', () => raw(300, 200).toColourspace('rgb16').png().toBuffer()],
  ['a PNG with a palette', 'png', () => raw(300, 200).png({ palette: true }).toBuffer()],
  ['an interlaced PNG', 'png', () => raw(300, 200).png({ progressive: true }).toBuffer()],
  ['a grey PNG', 'png', () => raw(300, 200).grayscale().png().toBuffer()],
  ['a transparent PNG', 'png', () => raw(300, 200).ensureAlpha(0.5).png().toBuffer()],
  ['a GIF', 'gif', () => raw(300, 200).gif().toBuffer()],
  ['a photo of 24 megapixels', 'jpeg', () => raw(6_000, 4_000).jpeg({ quality: 1 }).toBuffer()],
]
test.each(accepted)('%s is accepted', async (_, format, bytes, [width, height] = [150, 100]) => {
  expect((await save(urlOf(format, await bytes()))).status).toBe(200)
  const { rawPayload } = await server.app.inject({ url: (await saved())! })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width, height })
})

test('of an animation the first frame is taken', async () => {
  const frames = Buffer.concat([await raw(30, 20).raw().toBuffer(), Buffer.alloc(30 * 20 * 3, 9)])
  const gif = await sharp(frames, { raw: { width: 30, height: 40, channels: 3, pageHeight: 20 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
  expect((await save(urlOf('gif', gif))).status).toBe(200)
  const { rawPayload } = await server.app.inject({ url: (await saved())! })
  expect(await sharp(rawPayload).metadata()).toMatchObject({ height: 20 })
  const [red] = await sharp(rawPayload).removeAlpha().raw().toBuffer()
  expect(red).toBeGreaterThan(200)
})

test('a bomb of 100 megapixels in 12 kB and a file of more than 1 MB are refused', async () => {
  const bomb = blackPng(10_000, 10_000)
  expect(bomb.length).toBeLessThan(13_000)
  const large = Buffer.concat([blackPng(9, 9).subarray(0, 33), Buffer.alloc(1_000_000)])
  const wide = Buffer.from('474946383961ffffffff00000000', 'hex')
  for (const url of [urlOf('png', bomb), urlOf('png', large), urlOf('png', Buffer.alloc(1_500_000))])
    expect((await save(url)).body).toMatchObject({ Field: 'Logo', Message: 'Image max size exceeded!' })
  expect((await save(urlOf('gif', Buffer.concat([wide, Buffer.from([0x3b])])))).status).toBe(422)
})
