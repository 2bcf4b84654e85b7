import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Operation } from '#platform/operation.ts'
import { type TestServer, testServer } from './testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

type Schema = { maxLength?: number; properties?: Record<string, Schema>; items?: Schema; anyOf?: readonly Schema[] }
type Path = readonly PropertyKey[]
type Limit = { readonly path: Path; readonly max: number }

/** The longest texts of a schema's fields; the first item stands for a list. */
function limitsOf(schema: Schema, path: Path = []): Limit[] {
  return [
    ...(schema.maxLength === undefined ? [] : [{ path, max: schema.maxLength }]),
    ...(schema.anyOf ?? []).flatMap((one) => limitsOf(one, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => limitsOf(one, [...path, name])),
    ...(schema.items ? limitsOf(schema.items, [...path, 0]) : []),
  ]
}
/** A limit may be before or behind a transformation: in the schema of the input or in that of the output. */
function limitsOfInput({ input }: Operation): Limit[] {
  const both = (['input', 'output'] as const).flatMap((io) =>
    limitsOf(z.toJSONSchema(input, { io, unrepresentable: 'any' }) as Schema),
  )
  return [...new Map(both.map((limit) => [limit.path.join('.'), limit])).values()]
}

/** A value with one text, at a path. */
const withText = ([key, ...rest]: Path, text: string): unknown => {
  if (key === undefined) return text
  return typeof key === 'number' ? [withText(rest, text)] : { [key]: withText(rest, text) }
}
/** Whether an input is refused because the text at a path is too long. Other fields are missing and refused for that. */
function isTooLong({ input }: Operation, path: Path, length: number): boolean {
  const { error } = input.safeParse(withText(path, 'x'.repeat(length)))
  return flat(error?.issues ?? []).some((issue) => issue.code === 'too_big' && issue.path.join('.') === path.join('.'))
}
type Issue = z.core.$ZodIssue
/** The issues of all alternatives of a union are issues at its path. */
const flat = (issues: readonly Issue[], before: Path = []): Issue[] =>
  issues.flatMap((issue) => {
    const path = [...before, ...issue.path]
    return issue.code === 'invalid_union' ? issue.errors.flatMap((some) => flat(some, path)) : [{ ...issue, path }]
  })

test('every text of a request is too long from one character above its limit', () => {
  const tried = server.route.operations.flatMap((op) =>
    limitsOfInput(op).map(({ path, max }) => ({
      field: `${op.method} ${op.path} ${path.join('.')}`,
      max,
      at: isTooLong(op, path, max),
      above: isTooLong(op, path, max + 1),
    })),
  )
  expect(tried.filter(({ at, above }) => at || !above)).toEqual([])
  expect(tried.length).toBeGreaterThan(100)
})

test('the limits are those of the specification', () => {
  const limitOf = (path: string, field: string) => {
    const op = server.route.operations.find((one) => one.path === path && one.method !== 'GET')!
    return limitsOfInput(op).find((limit) => limit.path.join('.') === field)?.max
  }
  const FIELDS = [
    [
      '/resident/create/{residentId}',
      { FirstName: 100, LastName: 100, EmailId: 100, MobilePhone: 20, Phone1: 20, Phone2: 20, UnitNumber: 10 },
    ],
    [
      '/register/resident',
      { FirstName: 100, LastName: 100, Email: 100, PhoneNumber: 20, PhoneNumber1: 20, PhoneNumber2: 20, UnitNumber: 10 },
    ],
    ['/register/resident/{registrationId}', { Comments: 250 }],
    ['/register/agent', { FirstName: 100, LastName: 100, Email: 100, PhoneNumber: 20, UserName: 50 }],
    ['/register/agent/{registrationId}', { Comments: 250 }],
    ['/agent', { FirstName: 100, LastName: 100, EmailId: 100, MobilePhone: 20, UserName: 50 }],
    ['/courier/save', { Name: 100, Description: 1024 }],
    [
      '/lockerbank/{lockerBankId}',
      { Name: 100, Description: 200, Address: 200, LockerBankCode: 50, BeaconDeviceMajor: 6, BeaconDeviceMinor: 6 },
    ],
  ] as const
  for (const [path, limits] of FIELDS)
    for (const [field, max] of Object.entries(limits)) expect([path, field, limitOf(path, field)]).toEqual([path, field, max])
})
