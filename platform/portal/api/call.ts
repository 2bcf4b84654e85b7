import type { z } from 'zod'
import { currentLanguage } from '#platform/define-messages.ts'
import { PASSWORD_REQUIRED, SIGN_IN_REQUIRED } from '#platform/messages.ts'
import type { Operation, OutputOf } from '#platform/operation.ts'
import { accessToken, workingOrganisation } from '../session/access.ts'
import { CallError, errorOfReply, unreachable } from './call-error.ts'
import { checkConnection, noteReply } from './connection.ts'

const BASE = '/api'

/** How the session handles refusals; the application sets it once at start. */
type Hooks = {
  /** Renews the access token silently; false when that is not possible. */
  renew: () => Promise<boolean>
  /** Asks the user to sign in again in place; false when they decline. */
  signInAgain: () => Promise<boolean>
  /** Asks for the password or a new sign-in, with the server's reason; false when the user declines. */
  confirmIdentity: (reason: string, by: 'password' | 'sign-in') => Promise<boolean>
  /** Spec 1 §2: shows that this is not allowed and navigates home. */
  forbidden: () => void
}
let hooks: Hooks = {
  renew: async () => false,
  signInAgain: async () => false,
  confirmIdentity: async () => false,
  forbidden: () => {},
}
export const onRefusal = (sessionHooks: Hooks) => {
  hooks = sessionHooks
}

/** Optional when it has no required member. */
type Nothing = Record<string, never>
type Part<Name extends string, T> = Nothing extends T ? { [N in Name]?: T } : { [N in Name]: T }
type CallInput<P, Q, I> = Part<'params', P> & Part<'query', Q> & Part<'input', I>
type How = {
  signal?: AbortSignal | undefined
  /** The same key with the same body is applied once (decisions "Wire"). */
  idempotencyKey?: string | undefined
  /** A token other than the signed-in user's: a self-registration's ticket, or '' for none. */
  bearer?: string | undefined
  /** Another organisation than the selected one; null for the user's own. */
  organisation?: string | null | undefined
  /** Not asked for by the user: it neither asks to sign in nor navigates. */
  isBackground?: boolean | undefined
  /** Sent also while the page is being left. */
  keepalive?: boolean | undefined
  /** The version that is changed; the server refuses it (409) when there is a newer one. */
  ifMatch?: string | undefined
  /** Called with the reply's headers when the call succeeds, for example for the version that was read. */
  onHeaders?: ((headers: Headers) => void) | undefined
}
/** The input of a call. */
export type ArgsOf<T> = T extends Operation<infer P, infer Q, infer I> ? CallInput<z.input<P>, z.input<Q>, z.input<I>> : never

/**
 * Calls an operation of a contract and returns its reply, or throws a CallError. An expired session is renewed once for all
 * calls in flight, then the user is asked to sign in again in place; if they decline, the call fails with 401. A call that needs
 * the identity confirmed is repeated after the confirmation.
 */
export async function call<P extends z.ZodType, Q extends z.ZodType, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<P, Q, I, O>,
  ...[ask]: Nothing extends CallInput<z.input<P>, z.input<Q>, z.input<I>>
    ? [ask?: CallInput<z.input<P>, z.input<Q>, z.input<I>> & How]
    : [ask: CallInput<z.input<P>, z.input<Q>, z.input<I>> & How]
): Promise<z.output<O>> {
  return (await send(operation, ask ?? {})) as z.output<O>
}

/** Calls an operation whose contract is not loaded, by its line in the contract; `Op` gives the types. */
export async function callLine<Op extends Operation>(line: Line, ask: ArgsOf<Op> & How): Promise<OutputOf<Op>> {
  return (await send(line, ask)) as OutputOf<Op>
}

/** Calls an operation that replies with a file, and returns the file as it is sent: JSON is not read. */
export const callForFile = async (operation: Line, args: Loose): Promise<Blob> =>
  (await send(operation, { ...args, isFile: true })) as Blob

/** The parts of an operation that make its request. */
export type Line = { method: string; path: string; form: boolean }
type Loose = How & { params?: unknown; query?: unknown; input?: unknown; isFile?: boolean }

/** Calls an operation whose types are checked elsewhere. */
export async function send(line: Line, args: Loose): Promise<unknown> {
  const bearer = () => (line.form ? null : (args.bearer ?? accessToken.read()))
  const mayRenew = !line.form && args.bearer === undefined
  if (mayRenew) await underWay.get('signInAgain')
  const used = bearer()
  let reply = await request(line, args, used)
  if (reply.status === 401 && mayRenew && (await renewedSince(used))) reply = await request(line, args, bearer())
  const mayAsk = mayRenew && !args.isBackground
  if (reply.status === 401 && mayAsk && (await once('signInAgain', hooks.signInAgain)))
    reply = await request(line, args, bearer())
  if (reply.ok) {
    args.onHeaders?.(reply.headers)
    return args.isFile ? reply.blob() : bodyOfReply(reply)
  }
  if (reply.status === 403 && !args.isBackground) hooks.forbidden()
  const error = await errorOfReply(reply)
  const by = error.code === PASSWORD_REQUIRED ? 'password' : error.code === SIGN_IN_REQUIRED ? 'sign-in' : null
  if (by && mayAsk && (await once('confirmIdentity', () => hooks.confirmIdentity(error.message, by)))) return send(line, args)
  throw error
}

/**
 * Opens an operation that replies with a stream and returns the reply, whatever its status. An expired session is renewed
 * silently; a background stream neither asks the user to sign in nor navigates.
 */
export async function openStream(line: Line, signal: AbortSignal): Promise<Response> {
  await underWay.get('signInAgain')
  const used = accessToken.read()
  const reply = await request(line, { signal }, used)
  return reply.status === 401 && (await renewedSince(used)) ? request(line, { signal }, accessToken.read()) : reply
}

/** Whether another call or tab has renewed the token since `used` was sent. */
const renewedSince = async (used: string | null) => {
  const now = accessToken.read()
  return now !== null && now !== used ? true : once('renew', hooks.renew)
}

/** While the user is asked to sign in again, requests wait: each would be refused. */
const underWay = new Map<string, Promise<boolean>>()
function once(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const started = underWay.get(name) ?? work().finally(() => underWay.delete(name))
  underWay.set(name, started)
  return started
}

async function request(line: Line, args: Loose, bearer: string | null): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': currentLanguage() })
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  const organisation = args.organisation === undefined ? workingOrganisation.read() : args.organisation
  if (bearer && !args.bearer && organisation) headers.set('X-Organisation-Id', organisation)
  if (args.idempotencyKey) headers.set('Idempotency-Key', args.idempotencyKey)
  if (args.ifMatch) headers.set('If-Match', args.ifMatch)
  const body = bodyFor(line, args.input, headers)
  try {
    const address = BASE + fillPath(line.path, args.params) + queryText(args.query)
    const { signal = null, keepalive = false } = args
    const reply = await fetch(address, { method: line.method, headers, body, signal, keepalive, cache: 'no-store' })
    if (isOfGateway(reply)) void checkConnection()
    else if (reply.status === 503) void checkConnection('busy')
    else noteReply()
    return reply
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (!(error instanceof TypeError)) throw error
    void checkConnection()
    throw unreachable()
  }
}

/** Whether a proxy replied because it could not reach the server; the server's own errors are JSON. */
const isOfGateway = ({ status, headers }: Response) => status >= 502 && !headers.get('Content-Type')?.includes('json')

/** Fills `{name}` in a path; throws when a parameter is missing. */
export function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
}

const withoutUndefined = (values: unknown) =>
  Object.entries((values ?? {}) as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  )

function queryText(query: unknown): string {
  const text = new URLSearchParams(withoutUndefined(query)).toString()
  return text ? `?${text}` : ''
}

function bodyFor(line: Line, input: unknown, headers: Headers): BodyInit | null {
  if (line.method === 'GET') return null
  if (input instanceof FormData) return input
  if (line.form) return new URLSearchParams(withoutUndefined(input))
  headers.set('Content-Type', 'application/json')
  return JSON.stringify(input ?? {})
}

async function bodyOfReply(reply: Response): Promise<unknown> {
  if (reply.status === 204) return undefined
  return reply.headers.get('Content-Type')?.includes('json') ? reply.json() : reply.blob()
}

/** Refused calls that the session has already shown; a second toast would repeat them. */
export const wasShown = (error: unknown) => error instanceof CallError && (error.status === 401 || error.status === 403)
