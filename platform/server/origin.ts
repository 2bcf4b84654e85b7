import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from './http/caller.ts'

/** The kinds of client from which a change can come; `job` is the server's own work without a request. */
export type ClientKind = 'browser' | 'kiosk' | 'program' | 'job'
/** From where a change is made, as the audit trail records it; null addresses are not recorded. */
export type Origin = { readonly address: string | null; readonly client: ClientKind }

/** The origin of work without a request. */
const OWN_WORK: Origin = { address: null, client: 'job' }
/** A browser's user agent begins with this; programs may claim it, so the kind is a hint. */
const BROWSER = /^Mozilla\//

const origins = new AsyncLocalStorage<Origin>()

/** Runs a request's work, in which `currentOrigin` is `origin`. */
export const withOrigin = <T>(origin: Origin, work: () => T): T => origins.run(origin, work)
/** The origin of the request that this runs for. */
export const currentOrigin = (): Origin => origins.getStore() ?? OWN_WORK

/**
 * The origin of a request. The address of visitors is not recorded: they register from home, and their entries outlive the
 * erasure of their data.
 */
export function originOf(kind: Caller['kind'], address: string, userAgent: string | undefined): Origin {
  const client = kind === 'kiosk' ? 'kiosk' : BROWSER.test(userAgent ?? '') ? 'browser' : 'program'
  return { address: kind === 'ticket' ? null : address, client }
}
