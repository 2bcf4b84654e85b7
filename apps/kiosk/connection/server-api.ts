import { kiosks } from '#features/kiosks/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import type { Operation, OutputOf, RequestOf } from '#platform/operation.ts'
import { Failure } from '#platform/wire.ts'
import type { Clock } from './clock.ts'
import type { KeyFile } from './key-file.ts'

const ANSWER_MS = 10_000
/** A token is renewed this long before it ends, in ms. */
const RENEW_BEFORE_MS = 60_000

/** The server understood and said no, in words for the person at the terminal. */
class TurnedDown extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, text: string) {
    super(text)
    this.status = status
    this.code = code
  }
}

// biome-ignore lint/suspicious/noExplicitAny: operations of every shape are asked
type Any = any
export type Server = ReturnType<typeof serverOf>

/**
 * The server of a key file over HTTP: signs in by itself and asks the contract's operations. Nothing is waited for once
 * `stopping` is aborted.
 */
export function serverOf(key: KeyFile, clock: Clock, stopping: AbortSignal) {
  const base = `${key.RelayEndPointName.replace(/\/+$/, '')}/api`
  let token: { text: string; until: number } | undefined
  const patience = () => AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_MS)])

  async function bearer(): Promise<string> {
    if (token && performance.now() < token.until) return token.text
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key.ApiKey,
      client_secret: key.ApiSecret,
      scope: `${key.OrganisationSystemName} ${CREDENTIALS.lockerBank}`,
    })
    const reply = await fetch(`${base}/auth/token`, { method: 'POST', body, signal: patience() })
    const answer = (await reply.json()) as {
      access_token: string
      expires_in: number
      error?: string
      error_description?: string
    }
    if (!reply.ok)
      throw new TurnedDown(reply.status, answer.error ?? '', answer.error_description ?? 'The server did not let us in.')
    token = { text: answer.access_token, until: performance.now() + answer.expires_in * 1000 - RENEW_BEFORE_MS }
    return token.text
  }

  async function request(op: Operation<Any, Any, Any, Any>, path: string, input: unknown): Promise<Response> {
    return fetch(base + path, {
      method: op.method,
      headers: { authorization: `Bearer ${await bearer()}`, ...(input !== undefined && { 'content-type': 'application/json' }) },
      ...(input !== undefined && { body: JSON.stringify(input) }),
      signal: patience(),
    })
  }

  /** Asks an operation. Throws `TurnedDown` with the server's words, or the network's error. */
  async function ask<Op extends Operation<Any, Any, Any, Any>>(
    op: Op,
    input?: RequestOf<Op>,
    params: Record<string, string> = {},
  ): Promise<OutputOf<Op>> {
    const path = op.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    let reply = await request(op, path, input)
    if (reply.status === 401) {
      token = undefined
      reply = await request(op, path, input)
    }
    const body: unknown = await reply.json().catch(() => null)
    if (reply.ok) return op.output.parse(body) as OutputOf<Op>
    const failure = Failure.safeParse(body)
    throw new TurnedDown(reply.status, failure.data?.Code ?? '', failure.data?.Message ?? `The server answers ${reply.status}.`)
  }

  return {
    ask,
    /** Who we are and what was published last; sets the clock. */
    configuration: async () => {
      const asked = performance.now()
      const configuration = await ask(kiosks.configuration)
      clock.learn(configuration.ServerTime, asked, performance.now())
      return configuration
    },
    /** Where the broker answers. */
    brokerUrl: `${key.RelayEndPointName.replace(/\/+$/, '').replace(/^http/, 'ws')}/mqtt`,
  }
}
