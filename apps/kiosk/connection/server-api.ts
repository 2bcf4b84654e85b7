import { kiosks } from '#features/kiosks/contract.ts'
import { CREDENTIALS } from '#features/session/public.ts'
import type { Operation, OutputOf, RequestOf } from '#platform/operation.ts'
import { Failure } from '#platform/wire.ts'
import type { Clock } from './clock.ts'
import type { KeyFile } from './key-file.ts'

const TIMEOUT_MS = 10_000
/** A token is renewed this long before it expires, in ms. */
const RENEW_BEFORE_MS = 60_000

export type ServerApi = ReturnType<typeof createServerApi>

/**
 * The HTTP API of the server named by a key file. Signs in by itself and calls the contract's operations. Aborting
 * `stopping` cancels the requests in flight.
 */
export function createServerApi(key: KeyFile, clock: Clock, stopping: AbortSignal) {
  const base = `${key.RelayEndPointName.replace(/\/+$/, '')}/api`
  let token: { text: string; expiresAt: number } | undefined
  const signal = () => AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])

  async function bearerToken(): Promise<string> {
    if (token && performance.now() < token.expiresAt) return token.text
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key.ApiKey,
      client_secret: key.ApiSecret,
      scope: `${key.OrganisationSystemName} ${CREDENTIALS.lockerBank}`,
    })
    const response = await fetch(`${base}/auth/token`, { method: 'POST', body, signal: signal() })
    const grant = (await response.json()) as { access_token: string; expires_in: number; error_description?: string }
    if (!response.ok) throw new Error(grant.error_description ?? 'The server refused the sign-in of this kiosk.')
    token = { text: grant.access_token, expiresAt: performance.now() + grant.expires_in * 1000 - RENEW_BEFORE_MS }
    return token.text
  }

  async function request(op: Operation, path: string, input: unknown): Promise<Response> {
    return fetch(base + path, {
      method: op.method,
      headers: {
        authorization: `Bearer ${await bearerToken()}`,
        ...(input !== undefined && { 'content-type': 'application/json' }),
      },
      ...(input !== undefined && { body: JSON.stringify(input) }),
      signal: signal(),
    })
  }

  /** Calls an operation. Throws an error with the server's message, or the network's error. */
  async function call<Op extends Operation>(
    op: Op,
    input?: RequestOf<Op>,
    params: Record<string, string> = {},
  ): Promise<OutputOf<Op>> {
    const path = op.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    let response = await request(op, path, input)
    if (response.status === 401) {
      token = undefined
      response = await request(op, path, input)
    }
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return op.output.parse(body) as OutputOf<Op>
    throw new Error(Failure.safeParse(body).data?.Message ?? `The server answers with status ${response.status}.`)
  }

  return {
    call,
    /** The locker bank's id and the last published configuration. Synchronises the clock. */
    configuration: async () => {
      const requestedAt = performance.now()
      const configuration = await call(kiosks.configuration)
      clock.synchronise(configuration.ServerTime, requestedAt, performance.now())
      return configuration
    },
    brokerUrl: `${key.RelayEndPointName.replace(/\/+$/, '').replace(/^http/, 'ws')}/mqtt`,
  }
}
