import { z } from 'zod'
import type { Operation } from '#platform/operation.ts'
import { Failure } from '#platform/wire.ts'
import { API } from './route.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', unrepresentable: 'any', io }) as Json
  return json
}
const isEmpty = (json: Json) => json.type === 'object' && Object.keys((json.properties as Json) ?? {}).length === 0

const parametersOf = (schema: z.ZodType, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

/** The access rule as text for the page. */
const accessText = (op: Operation): string =>
  [ruleText(op), op.needs.ticket && 'Or a self-registration ticket.', confirmationText(op)].filter(Boolean).join(' ')

function confirmationText({ confirmed }: Operation): string {
  if (confirmed === false) return ''
  const always = 'The identity must have been confirmed lately (422 with the code PasswordRequired or SignInRequired)'
  return confirmed === true ? `${always}.` : `${always}, with some inputs.`
}

function ruleText({ needs }: Operation): string {
  if (needs.permission === undefined)
    return {
      public: 'Public.',
      ticket: 'Requires a self-registration ticket.',
      kiosk: 'Requires a locker bank.',
      authenticated: 'Requires a signed-in user.',
    }[needs.access]
  if (typeof needs.permission === 'string') return `Requires ${needs.permission}.`
  if ('add' in needs.permission) return `Requires ${needs.permission.edit} with an Id, ${needs.permission.add} without.`
  return `Requires any of ${needs.permission.join(', ')}.`
}

function describe(op: Operation) {
  const input = schemaOf(op.input, 'input')
  const failure = (description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  })
  return {
    operationId: `${op.method} ${op.path}`
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/-$/, ''),
    tags: [op.path.split('/')[1]?.toLowerCase() ?? ''],
    summary: op.summary,
    description: accessText(op),
    parameters: [...parametersOf(op.params, 'path'), ...parametersOf(op.query, 'query')],
    ...(!isEmpty(input) &&
      op.method !== 'GET' && {
        requestBody: {
          required: true,
          content: { [op.form ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: input } },
        },
      }),
    ...(op.needs.access === 'public' && { security: [] }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(op.output, 'input') } } },
      400: failure('Bad input'),
      401: failure('Not signed in'),
      403: failure('Not authorised'),
      404: failure('Not found'),
      409: failure('Conflict'),
      422: failure('Refused by a rule'),
      429: failure('Too many attempts'),
    },
  }
}

/** The OpenAPI 3.1 document of all bound operations. */
export function openApi(
  operations: readonly Operation[],
  { title, version, url }: { title: string; version: string; url: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const op of operations) {
    const path = API + op.path.replace(/\/$/, '')
    paths[path] = { ...paths[path], [op.method.toLowerCase()]: describe(op) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Failure: schemaOf(Failure, 'output') },
    },
    paths,
  }
}
