import type { z } from 'zod'
import { currentLanguage } from '#platform/define-messages.ts'
import type { Operation } from '#platform/operation.ts'
import { accessToken, workingOrganisation } from '../session/access.ts'
import { CallError, errorOfReply, unreachable } from './call-error.ts'

const BASE = '/api'

/** What the session does when the server says 401 or 403; the application sets it once at its start. */
type Hooks = {
  /** Gets a new access token without asking anybody; false when that cannot be done. */
  renew: () => Promise<boolean>
  /** Asks the person to sign in again in place; false when they would not. */
  signInAgain: () => Promise<boolean>
  /** Spec 1 §2: says that this is not allowed and leads home. */
  forbidden: () => void
}
let hooks: Hooks = { renew: async () => false, signInAgain: async () => false, forbidden: () => {} }
export const onRefusal = (given: Hooks) => {
  hooks = given
}

/** May be left out when nothing in it is required. */
type Nothing = Record<string, never>
type Part<Name extends string, T> = Nothing extends T ? { [N in Name]?: T } : { [N in Name]: T }
type CallInput<P, Q, I> = Part<'params', P> & Part<'query', Q> & Part<'input', I>
type How = {
  signal?: AbortSignal | undefined
  /** The same key with the same body does nothing twice (decisions "Wire"). */
  idempotencyKey?: string | undefined
  /** Another token than the signed-in person's: a self-registration's ticket. */
  bearer?: string | undefined
  /** The version that a change is made to; the server refuses it (409) when there is a newer one. */
  ifMatch?: string | undefined
  /** Hears the reply's headers when the call succeeds, for instance the version that was read. */
  onHeaders?: ((headers: Headers) => void) | undefined
}
/** What the caller of an operation writes. */
export type AskedOf<T> = T extends Operation<infer P, infer Q, infer I> ? CallInput<z.input<P>, z.input<Q>, z.input<I>> : never

/**
 * Calls an operation of a contract and gives its reply, or throws a CallError. An expired session is renewed once for all
 * calls under way, then the person is asked to sign in again in place; only if they will not does the call fail with 401.
 */
export async function call<P extends z.ZodType, Q extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<P, Q, I, O>,
  ...[ask]: Nothing extends CallInput<z.input<P>, z.input<Q>, z.input<I>>
    ? [ask?: CallInput<z.input<P>, z.input<Q>, z.input<I>> & How]
    : [ask: CallInput<z.input<P>, z.input<Q>, z.input<I>> & How]
): Promise<z.output<O>> {
  return (await send(operation, ask ?? {})) as z.output<O>
}

/** What of an operation its request is made of. */
export type Line = { method: string; path: string; form: boolean }
type Loose = How & { params?: unknown; query?: unknown; input?: unknown }

async function send(line: Line, asked: Loose): Promise<unknown> {
  const bearer = () => (line.form ? null : (asked.bearer ?? accessToken.read()))
  const mayRenew = !line.form && !asked.bearer
  const used = bearer()
  let reply = await request(line, asked, used)
  if (reply.status === 401 && mayRenew && (await renewedSince(used))) reply = await request(line, asked, bearer())
  if (reply.status === 401 && mayRenew && (await once('signInAgain', hooks.signInAgain)))
    reply = await request(line, asked, bearer())
  if (reply.ok) {
    asked.onHeaders?.(reply.headers)
    return bodyOfReply(reply)
  }
  if (reply.status === 403) hooks.forbidden()
  throw await errorOfReply(reply)
}

/**
 * Opens an operation that answers with a stream, and gives the reply whatever it says. A session that has ended is renewed
 * quietly; what runs by itself neither asks the person to sign in nor leads anywhere.
 */
export async function openStream(line: Line, signal: AbortSignal): Promise<Response> {
  const used = accessToken.read()
  const reply = await request(line, { signal }, used)
  return reply.status === 401 && (await renewedSince(used)) ? request(line, { signal }, accessToken.read()) : reply
}

/** Another call, or another tab, may have renewed the token since this one was sent. */
const renewedSince = async (used: string | null) => {
  const now = accessToken.read()
  return now !== null && now !== used ? true : once('renew', hooks.renew)
}

const underWay = new Map<string, Promise<boolean>>()
function once(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const started = underWay.get(name) ?? work().finally(() => underWay.delete(name))
  underWay.set(name, started)
  return started
}

async function request(line: Line, asked: Loose, bearer: string | null): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() })
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  const organisation = workingOrganisation.read()
  if (bearer && !asked.bearer && organisation) headers.set('X-Organisation-Id', organisation)
  if (asked.idempotencyKey) headers.set('Idempotency-Key', asked.idempotencyKey)
  if (asked.ifMatch) headers.set('If-Match', asked.ifMatch)
  const body = bodyFor(line, asked.input, headers)
  try {
    const address = BASE + fillPath(line.path, asked.params) + queryText(asked.query)
    return await fetch(address, { method: line.method, headers, body, signal: asked.signal ?? null, cache: 'no-store' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw error instanceof TypeError ? unreachable() : error
  }
}

/** Fills `{name}` in a path; a parameter that is missing is a mistake of ours and loud. */
export function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

const given = (values: unknown) =>
  Object.entries((values ?? {}) as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )

function queryText(query: unknown): string {
  const text = new URLSearchParams(given(query)).toString()
  return text ? `?${text}` : ''
}

function bodyFor(line: Line, input: unknown, headers: Headers): BodyInit | null {
  if (line.method === 'GET') return null
  if (input instanceof FormData) return input
  if (line.form) return new URLSearchParams(given(input))
  headers.set('Content-Type', 'application/json')
  return JSON.stringify(input ?? {})
}

async function bodyOfReply(reply: Response): Promise<unknown> {
  if (reply.status === 204) return undefined
  return reply.headers.get('Content-Type')?.includes('json') ? reply.json() : reply.blob()
}

/** Refused calls that were already told about by the session itself; a second toast would only repeat it. */
export const alreadyTold = (error: unknown) => error instanceof CallError && (error.status === 401 || error.status === 403)
