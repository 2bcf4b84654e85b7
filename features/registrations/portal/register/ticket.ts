import type { session } from '#features/session/contract.ts'
import { CLIENTS, CREDENTIALS, LINES } from '#features/session/public.ts'
import { callLine } from '#platform/portal/api/call.ts'
import { localStore } from '#platform/portal/session/storage.ts'

/** Opens an organisation's form for a limited time (spec 1 §3 "JWT claims", §7: stored under selfRegisterApiToken). */
export type Ticket = {
  readonly bearer: string
  readonly organisationId: string
  readonly organisationName: string
  /** Of the organisation; a ticket of an earlier release has none. */
  readonly culture: string | undefined
  /** Expiry, in ms since 1970. */
  readonly endsAt: number
}
const KEY = 'selfRegisterApiToken'

/** Requests a ticket for the form of the organisation with this system name; throws the server's refusal. */
export async function requestTicket(systemName: string): Promise<Ticket> {
  const scope = `${systemName} ${CREDENTIALS.selfRegistration}`
  const reply = await callLine<typeof session.token>(LINES.token, {
    input: { grant_type: 'client_credentials', client_id: CLIENTS.selfRegistration, scope },
  })
  localStore.write(KEY, reply.access_token)
  const { organisation, organisationname, culture, exp } = claimsOf(reply.access_token)
  return {
    bearer: reply.access_token,
    organisationId: organisation,
    organisationName: organisationname,
    culture,
    endsAt: exp * 1000,
  }
}

function claimsOf(jwt: string): { organisation: string; organisationname: string; culture?: string; exp: number } {
  const part = (jwt.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(part), (byte) => byte.charCodeAt(0))))
}
