import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type BoundApp, boundApp, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { plainMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { operation } from '#platform/operation.ts'
import { KEY_HOURS, MAX_DURATION_MS } from './idempotency.ts'
import { refuseIf } from './refusal.ts'
import type { TransactionContext } from './route.ts'

const Note = z.object({ Name: z.string(), Refuse: z.boolean().optional(), Ms: z.int().default(0) })
const Kept = z.object({ Id: z.string(), Name: z.string() })
const line = { access: 'authenticated', input: Note, output: Kept } as const
/** One operation of each kind; each adds a row to the audit trail and returns its id. */
const ops = {
  make: operation('POST', '/test/make', { ...line, summary: 'in one transaction' }),
  other: operation('POST', '/test/other', { ...line, summary: 'another operation' }),
  change: operation('PUT', '/test/make/{Id}', {
    ...line,
    params: z.object({ Id: z.string() }),
    summary: 'with a path parameter',
  }),
  short: operation('POST', '/test/short', { ...line, summary: 'in short transactions' }),
  secret: operation('POST', '/test/secret', { ...line, secret: true, summary: 'with a secret in its reply' }),
  unstored: operation('POST', '/test/unstored', { ...line, output: z.unknown(), summary: 'with a reply that cannot be stored' }),
  silent: operation('POST', '/test/silent', { ...line, output: z.null(), summary: 'without a reply' }),
}

let server: TestServer
let app: BoundApp
/** Called when an operation has begun. */
let onRun = () => {}
let organisation: OrganisationFixtures
let manager: string
let property: string
beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside', { isSuperAdmin: true })
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  property = await tokenOf(server, 'propertymanager', 'riverside')
  app = await boundApp(server, (route) => {
    const made = async ({ audit }: Pick<TransactionContext, 'audit'>, { Name, Refuse, Ms }: z.output<typeof Note>) => {
      const Id = newId()
      await audit('change undone', Id, { Name })
      onRun()
      await wait(Ms)
      refuseIf(Refuse ? plainMessage('No.') : null)
      return { Id, Name }
    }
    for (const op of [ops.make, ops.other, ops.change, ops.secret]) route(op, (context) => made(context, context.input))
    route.withoutTransaction(ops.short, ({ inTenant, input }) => inTenant((t) => made(t, input)))
    route.withoutTransaction(ops.unstored, async ({ inTenant, input }) => {
      await inTenant((t) => made(t, input))
      return { Text: '\0' }
    })
    route(ops.silent, async (context) => {
      await made(context, context.input)
      return null
    })
  })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

let key: string
let name: string
beforeEach(() => {
  key = newId()
  name = newId()
})
const HOUR_MS = 3_600_000
type Op = Parameters<BoundApp['ask']>[0]
const ask = (op: Op, input: z.input<typeof Note>, { token = manager, as = key, Id = '1' } = {}) =>
  app.ask(op, { token, input, params: { Id }, headers: { 'idempotency-key': as } })
/** How often an operation ran with this name. */
const done = (what = name) =>
  inOrganisation(server, organisation.organisationId, async (db) => {
    const rows = await db.selectFrom('audit').select('id').where(sql<string>`detail ->> 'Name'`, '=', what).execute()
    return rows.length
  })
/** Sets the age of the key. */
const aged = (ms: number) =>
  inOrganisation(server, organisation.organisationId, (db) =>
    db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - ms) })
      .where('key', '=', key)
      .execute(),
  )
const keptKeys = () =>
  inOrganisation(server, organisation.organisationId, (db) =>
    db.selectFrom('idempotency_keys').select(['operation', 'reply']).where('key', '=', key).execute(),
  )

describe.each([
  ['in one transaction', ops.make],
  ['in short transactions', ops.short],
])('an operation %s', (_, op) => {
  test('repeated with the same key and body returns the first reply and runs once', async () => {
    const first = await ask(op, { Name: name })
    expect([first.status, first.body.Name]).toEqual([200, name])
    expect(await ask(op, { Name: name })).toMatchObject({ status: 200, body: first.body })
    expect(await done()).toBe(1)
  })

  test('refuses the key with another body', async () => {
    const first = await ask(op, { Name: name })
    const other = await ask(op, { Name: `${name} other` })
    expect([other.status, other.body.Code]).toEqual([422, 'MsgKeyUsedForAnother'])
    expect(await done(`${name} other`)).toBe(0)
    expect((await ask(op, { Name: name })).body).toEqual(first.body)
  })

  test('that was refused runs again with the same key', async () => {
    expect((await ask(op, { Name: name, Refuse: true })).status).toBe(422)
    expect(await done()).toBe(0)
    expect((await ask(op, { Name: name })).status).toBe(200)
    expect(await done()).toBe(1)
  })

  test('called twice at the same time runs once, and both replies agree', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(op, { Name: name, Ms: 100 })))
    const answered = answers.filter(({ status }) => status === 200)
    expect(new Set(answered.map(({ body }) => body.Id)).size).toBe(1)
    for (const { status, body } of answers) if (status !== 200) expect([status, body.Code]).toEqual([409, 'MsgKeyInProgress'])
    expect(await done()).toBe(1)
  })

  test('runs again when the key is a day old', async () => {
    const first = await ask(op, { Name: name })
    await aged((KEY_HOURS - 0.1) * HOUR_MS)
    expect((await ask(op, { Name: name })).body).toEqual(first.body)
    await aged((KEY_HOURS + 0.1) * HOUR_MS)
    const later = await ask(op, { Name: name })
    expect(later.body.Id).not.toBe(first.body.Id)
    expect((await ask(op, { Name: name })).body).toEqual(later.body)
    expect(await done()).toBe(2)
  })
})

test('two concurrent calls in one transaction receive the same reply', async () => {
  const answers = await Promise.all([1, 2].map(() => ask(ops.make, { Name: name, Ms: 100 })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test('the second of two concurrent calls runs if the first is refused', async () => {
  const begun = Promise.withResolvers<void>()
  onRun = begun.resolve
  onTestFinished(() => {
    onRun = () => {}
  })
  const first = ask(ops.make, { Name: name, Ms: 200, Refuse: true })
  await begun.promise
  const second = await ask(ops.make, { Name: name })
  expect([(await first).status, second.status, await done()]).toEqual([422, 200, 1])
})

test('a key belongs to its user', async () => {
  const [mine, theirs] = [await ask(ops.make, { Name: name }), await ask(ops.make, { Name: name }, { token: property })]
  expect(theirs.status).toBe(200)
  expect(theirs.body.Id).not.toBe(mine.body.Id)
})

test('a key belongs to its operation', async () => {
  const [one, other] = [await ask(ops.make, { Name: name }), await ask(ops.other, { Name: name })]
  expect(other.status).toBe(200)
  expect(other.body.Id).not.toBe(one.body.Id)
})

test('a key belongs to the organisation of the request', async () => {
  const harbour = await seedOrganisation(server, 'harbour')
  const chief = await tokenOf(server, 'superadmin', 'riverside')
  const here = await ask(ops.make, { Name: name }, { token: chief })
  const there = await app.ask(ops.make, {
    token: chief,
    input: { Name: name },
    headers: { 'idempotency-key': key, 'x-organisation-id': harbour.organisationId },
  })
  expect(there.status).toBe(200)
  expect(there.body.Id).not.toBe(here.body.Id)
})

test('path parameters are part of the request', async () => {
  await ask(ops.change, { Name: name }, { Id: '1' })
  expect((await ask(ops.change, { Name: name }, { Id: '2' })).status).toBe(422)
})

test('a body with the other case of names is the same body', async () => {
  const first = await ask(ops.make, { Name: name, Ms: 0 })
  const again = await app.ask(ops.make, { token: manager, input: { name }, headers: { 'idempotency-key': key } })
  expect(again.body).toEqual(first.body)
})

test('an operation with a secret stores no key and runs each time', async () => {
  await ask(ops.secret, { Name: name })
  await ask(ops.secret, { Name: name })
  expect([await done(), await keptKeys()]).toEqual([2, []])
})

test('an operation without a reply repeats without one', async () => {
  const answers = [await ask(ops.silent, { Name: name }), await ask(ops.silent, { Name: name })]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, null],
    [200, null],
  ])
  expect(await done()).toBe(1)
})

test('completed work does not run again if its reply could not be stored', async () => {
  await ask(ops.unstored, { Name: name })
  expect((await ask(ops.unstored, { Name: name })).status).toBe(409)
  expect(await done()).toBe(1)
})

test('an interrupted operation is reported once it cannot be running any more, and never runs again', async () => {
  await ask(ops.unstored, { Name: name })
  const again = async (ageInMs: number) => {
    await aged(ageInMs)
    const { status, body } = await ask(ops.unstored, { Name: name })
    return [status, body.Code]
  }
  expect(await again(MAX_DURATION_MS - 10_000)).toEqual([409, 'MsgKeyInProgress'])
  expect(await again(MAX_DURATION_MS + 10_000)).toEqual([409, 'MsgKeyBrokeOff'])
  expect(await again((KEY_HOURS - 0.1) * HOUR_MS)).toEqual([409, 'MsgKeyBrokeOff'])
  expect(await done()).toBe(1)
})

test('a request without a key runs each time', async () => {
  for (let i = 0; i < 2; i += 1) await app.ask(ops.make, { token: manager, input: { Name: name } })
  expect(await done()).toBe(2)
})

test.each([
  ['an empty key', ''],
  ['a key of more than 200 characters', 'k'.repeat(201)],
])('%s is refused', async (_, as) => {
  const { status, body } = await ask(ops.make, { Name: name }, { as })
  expect([status, body.Field, await done()]).toEqual([400, 'Idempotency-Key', 0])
})
