import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FetchedFile, importSources } from '#features/import-sources/contract.ts'
import { sendFetches } from '#features/import-sources/server/fetch.ts'
import { messageWith, startPop3Server } from '#features/import-sources/testing/pop3-server.ts'
import { imports } from '#features/imports/contract.ts'
import { ADA, BEN, file, upload } from '#features/imports/testing/files.ts'
import { organisations } from '#features/organisations/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { PORTAL_ROLES } from '#platform/permissions.ts'
import { PICTURES_PER_MINUTE } from '#platform/server/image.ts'
import { blackPng, pictureUrl } from '#platform/server/testing/pictures.ts'
import { seedOrganisation, signInAs, tokenOf } from './testing/fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

const SIGN_INS = 20
/** Longest turn of the event loop, in ms. The servers of these tests are in this process too, and take some of it. */
const LONGEST_TURN_MS = 5_000
/** How much longer a sign-in may wait for pictures, which share its threads, in ms. */
const LONGER_MS = 2_000
/** Between two rounds of sign-ins. */
const BETWEEN_SIGN_INS_MS = 500

let server: TestServer
let organisationId: string
let token: string
const people: [(typeof PORTAL_ROLES)[number], string][] = []
/** The longest of 20 sign-ins at once without bombs, in ms. */
let usual: number
beforeAll(async () => {
  server = await testServer({ allowedHosts: ['127.0.0.1'] })
  for (let i = 0; people.length < SIGN_INS; i += 1) {
    const organisation = await seedOrganisation(server, `house${i}`)
    if (i === 0) organisationId = organisation.organisationId
    people.push(...PORTAL_ROLES.map((role) => [role, `house${i}`] as (typeof people)[number]))
  }
  token = await tokenOf(server, 'organisationmanager', 'house0')
  await longestSignIn()
  usual = await longestSignIn()
})
afterAll(() => server.stop())

/** Signs 20 people in at once; returns how long the slowest waited, in ms. */
async function longestSignIn(): Promise<number> {
  const waits = people.slice(0, SIGN_INS).map(async (person) => {
    const from = performance.now()
    expect((await signInAs(server, ...person)).access_token).toBeTruthy()
    return performance.now() - from
  })
  return Math.max(...(await Promise.all(waits)))
}

/** Reads a bomb while 20 people sign in, again and again until it is read; returns how long the slowest waited, in ms. */
async function whileSigningIn<T>(bomb: () => Promise<T>): Promise<{ result: T; longest: number }> {
  const turns = monitorEventLoopDelay()
  let isRead = false
  let longest = 0
  const reading = bomb().finally(() => {
    isRead = true
  })
  turns.enable()
  try {
    do {
      longest = Math.max(longest, await longestSignIn())
      // The bomb is read meanwhile, in time that sign-ins do not take.
      await Promise.race([sleep(BETWEEN_SIGN_INS_MS), reading.catch(() => {})])
    } while (!isRead)
  } finally {
    turns.disable()
    await reading.catch(() => {})
  }
  expect(turns.max / 1e6).toBeLessThan(LONGEST_TURN_MS)
  return { result: await reading, longest }
}

describe('an e-mail', () => {
  const nested = (depth: number) => `${'Content-Type: message/rfc822\r\n\r\n'.repeat(depth)}Subject: x\r\n\r\n.`
  const parts = (count: number) =>
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/csv\r\n\r\nx\r\n'.repeat(count)}--b--`
  const levels = (count: number) =>
    Array.from({ length: count }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join('')
  const tooMuch = 'The message cannot be read: it is damaged, or has too many lines or parts.'
  const noFile = 'The message has no .csv or .xlsx attachment.'
  const bombs: Record<string, readonly [reason: string, message: string]> = {
    'a line of a dot, 1.5 million times': [tooMuch, `Subject: x\r\n\r\n${'.\r\n'.repeat(1_500_000)}`],
    'a line of a dot, as often as allowed': [noFile, `Subject: x\r\n\r\n${'.\r\n'.repeat(200_000)}`],
    'messages in messages, 30,000 deep': [noFile, nested(30_000)],
    '30,000 parts': [tooMuch, parts(30_000)],
    'parts in parts, 5,000 deep': [tooMuch, levels(5_000)],
    'one line of 14 MB': [noFile, `Subject: x\r\n\r\n${'x'.repeat(14_000_000)}`],
    'headings of 10 MB': [tooMuch, `${'Received: from a by b\r\n'.repeat(450_000)}\r\nx`],
  }
  let number = 0
  let messages: Map<string, string>
  let pop3: Awaited<ReturnType<typeof startPop3Server>>
  beforeEach(async () => {
    messages = new Map()
    pop3 = await startPop3Server(messages)
    const mailbox = { Url: '127.0.0.1', UserName: 'desk@riverside.test', Password: 'right', Port: pop3.port }
    const input = { ImportSmtpPopServerSettings: { ...mailbox, UseSSL: false, IsActive: true } }
    expect((await server.ask(settings.save, { token, input })).status).toBe(200)
    return () => pop3.stop()
  })
  const fetched = async (): Promise<FetchedFile[]> => (await server.ask(importSources.page, { token, input: {} })).body.Data

  test.each(Object.keys(bombs))('of %s delays nobody, and the next message is fetched in the same run', async (name) => {
    const [Reason, message] = bombs[name]!
    number += 1
    messages.set(`bomb-${number}`, message)
    messages.set(`next-${number}`, messageWith({ [`${number}.csv`]: file(ADA) }))
    await whileSigningIn(async () => {
      await sendFetches(server.deps)
      await server.work()
    })
    const [next, bomb] = await fetched()
    expect(next).toMatchObject({ File: `${number}.csv`, OutcomeName: 'Fetched' })
    expect(bomb).toMatchObject({ OutcomeName: 'Refused', Reason })
  })
})

describe('a file of residents', () => {
  const longest = 10_400_000
  const bombs: Record<string, readonly [status: string, content: string]> = {
    'one line': ['Failed', 'x'.repeat(longest)],
    'commas alone': ['Failed', ','.repeat(longest)],
    'quotation marks alone': ['Failed', '"'.repeat(longest)],
    'a quotation mark that is not closed': ['Ready', `${file(ADA)}\n"${'x\n'.repeat(100_000)}`],
    'nearly empty lines': ['Ready', `${file(ADA)}\n${'a,b\n'.repeat(149_000)}`],
    'many cells in each line': ['Ready', `${file(ADA)}\n${`${','.repeat(60_000)}x\n`.repeat(170)}`],
  }
  test.each(Object.keys(bombs))('of %s delays nobody, and the next one is checked', async (name) => {
    const [Status, content] = bombs[name]!
    const sent = { token, organisationId }
    await whileSigningIn(async () => {
      expect((await upload(server, { ...sent, name: 'bomb.csv' }, content)).status).toBe(200)
      expect((await upload(server, { ...sent, name: 'after.csv' }, file(BEN))).status).toBe(200)
      await server.work()
    })
    const all = (await server.ask(imports.page, { token, input: {} })).body.Data.slice(0, 2)
    expect(all).toMatchObject([
      { File: 'after.csv', Status: 'Ready' },
      { File: 'bomb.csv', Status },
    ])
    await server.ask(imports.remove, { token, input: all.map(({ Id }: { Id: string }) => Id) })
    await server.work()
  })
})

describe('a picture', () => {
  const save = (png: Buffer) =>
    server.ask(organisations.save, {
      token,
      input: { Id: organisationId, Name: 'House', TimezoneId: 'Europe/London', Logo: pictureUrl('png', png) },
    })
  test.each([
    ['a column of 24 million px', [422], blackPng(1, 24_000_000)],
    ['a line of 24 million px', [422], blackPng(24_000_000, 1)],
    // Those that get no turn in time are refused.
    ['the largest size', [200, 503], blackPng(12_000, 2_000)],
  ])('of %s delays nobody, and one person sends a few', async (_, expected, png) => {
    await server.database.pool.query(`delete from rate_limits where key like 'pictures:%'`)
    const sending = () => Promise.all(Array.from({ length: 30 }, () => save(png)))
    const { result, longest } = await whileSigningIn(sending)
    expect(longest).toBeLessThan(2 * usual + LONGER_MS)
    const statuses = result.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30 - PICTURES_PER_MINUTE)
    expect(statuses.filter((status) => status !== 429 && !expected.includes(status))).toEqual([])
  })
})
