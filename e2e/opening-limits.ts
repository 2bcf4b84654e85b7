import { openings } from '#features/openings/contract.ts'
import { CLIENTS, CREDENTIALS, LINES } from '#features/session/public.ts'
import { PASSWORD } from './product.ts'

/** Sends a request as the manager of the demo's first organisation. */
async function asManager(origin: string, method: string, path: string, body?: object): Promise<unknown> {
  const scope = `riverside ${CREDENTIALS.user}`
  const form = { grant_type: 'password', username: 'manager@parcelhall.test', password: PASSWORD, client_id: CLIENTS.api, scope }
  const signedIn = await fetch(`${origin}/api${LINES.token.path}`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}`, ...(body && { 'content-type': 'application/json' }) }
  const reply = await fetch(`${origin}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return reply.json()
}

/** Sets how many lockers each person may open within a minute; by default more than tests open, who share their users. */
export const setOpeningLimit = (origin: string, PersonPerMinute = 1_000) =>
  asManager(origin, openings.setLimits.method, openings.setLimits.path, {
    PersonPerMinute,
    PersonPerHour: 1_000,
    OrganisationPerMinute: 1_000,
    OrganisationPerHour: 1_000,
  })

export const releaseOpening = (origin: string) =>
  asManager(origin, openings.setBrake.method, openings.setBrake.path, { IsStopped: false })

/** Ends the alerts of exceeded limits, which other tests would count. */
export async function endOpeningAlerts(origin: string): Promise<void> {
  const open = (await asManager(origin, 'GET', '/alerts')) as { Id: string; Kind: string }[]
  for (const { Id } of open.filter(({ Kind }) => Kind === 'openings-limited'))
    await asManager(origin, 'POST', `/alerts/${Id}/done`, {})
}
