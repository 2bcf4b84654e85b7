import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type BoundApp, boundApp, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { operation } from '#platform/operation.ts'
import { NullableTime, pageOf, Time } from '#platform/wire.ts'

const Row = z.object({
  Id: z.string(),
  Name: z.string().nullable(),
  Size: z.int().min(1).max(9),
  At: Time,
  Until: NullableTime,
  Note: z.string().optional(),
})
const row = { Id: '1', Name: 'Tom', Size: 3, At: '2026-05-01T10:00:00.000Z', Until: null }
const secret = { PasswordHash: 'a secret', access_code: '1234' }

const SHAPES = {
  row: Row,
  page: pageOf(Row),
  maybe: z.object({ Row: Row.nullable() }),
  nothing: z.object({}),
  list: z.array(Row),
  record: z.object({ ById: z.record(z.string(), Row) }),
  union: z.object({
    Place: z.discriminatedUnion('Kind', [
      z.object({ Kind: z.literal('locker'), Locker: z.string() }),
      z.object({ Kind: z.literal('mailroom'), Room: z.string() }),
    ]),
  }),
  choice: z.object({ Kind: z.enum(['cat', 'dog']).nullable(), On: z.boolean(), Ratio: z.number() }),
  pair: z.object({ Pair: z.union([z.string(), z.int()]) }),
} satisfies Record<string, z.ZodType>
type Shape = keyof typeof SHAPES

let server: TestServer
let app: BoundApp
/** The next result of the handlers. */
let result: unknown
const op = (shape: Shape) =>
  operation('GET', `/test/${shape}`, { access: 'public', summary: 'a shape', output: SHAPES[shape] as z.ZodType })
beforeAll(async () => {
  server = await testServer()
  app = await boundApp(server, (route) => {
    for (const shape of Object.keys(SHAPES) as Shape[]) route(op(shape), () => result)
  })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

/** The reply when a handler returns `value`. */
async function sent(shape: Shape, value: unknown): Promise<unknown> {
  result = value
  const { status, body } = await app.ask(op(shape))
  expect(status).toBe(200)
  return body
}

test.each<[string, Shape, unknown, unknown]>([
  ['a row', 'row', { ...row, ...secret }, row],
  ['each row of a page', 'page', { Data: [{ ...row, ...secret }], Total: 1, ...secret }, { Data: [row], Total: 1 }],
  ['each row of a list', 'list', [{ ...row, ...secret }], [row]],
  ['a nullable row', 'maybe', { Row: { ...row, ...secret } }, { Row: row }],
  ['a row in a record', 'record', { ById: { a: { ...row, ...secret } } }, { ById: { a: row } }],
  ['a reply without fields', 'nothing', secret, {}],
  [
    'one of two kinds',
    'union',
    { Place: { Kind: 'mailroom', Room: 'A', Locker: 'not of this kind', ...secret } },
    { Place: { Kind: 'mailroom', Room: 'A' } },
  ],
])('the reply omits additional fields of %s', async (_, shape, value, expected) => {
  expect(await sent(shape, value)).toEqual(expected)
})

test.each<[string, Shape, unknown]>([
  ['null for a nullable row', 'maybe', { Row: null }],
  ['null for a text and a time', 'row', { ...row, Name: null, Until: null }],
  ['a time', 'row', { ...row, Until: '2026-05-01T10:00:00.123Z' }],
  ['an optional field', 'row', { ...row, Note: 'here' }],
  ['no rows', 'page', { Data: [], Total: 0, After: null, TotalIsAtLeast: true }],
  ['the second type of a union', 'union', { Place: { Kind: 'locker', Locker: '12' } }],
  ['null for an enum value', 'choice', { Kind: null, On: false, Ratio: 0.25 }],
  ['an enum value', 'choice', { Kind: 'dog', On: true, Ratio: 1 }],
  ['a text where a number could be', 'pair', { Pair: '7' }],
  ['a number where a text could be', 'pair', { Pair: 7 }],
  ['text with special characters', 'row', { ...row, Name: '"\\ \n\u2028 é 😀 </script>' }],
])('%s is sent as it is', async (_, shape, value) => {
  expect(await sent(shape, value)).toEqual(value)
})

test('a reply without a required field is a server error without details', async () => {
  const { Id: _, ...incomplete } = row
  result = { ...incomplete, ...secret }
  const { status, body } = await app.ask(op('row'))
  expect([status, body.Code]).toEqual([500, 'MsgUnexpected'])
})
