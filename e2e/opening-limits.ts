import { OPENING_CEILINGS } from '#features/kiosks/ceilings.ts'
import { openings } from '#features/openings/contract.ts'
import { CLIENTS, CREDENTIALS, LINES } from '#features/session/public.ts'
import { DATABASE, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { runningServer } from '#platform/server/postgres/embedded/running.ts'
import { PASSWORD, type Product } from './product.ts'

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

/** Sets how many lockers each person may open within a minute; by default the most that is possible: tests share their users. */
export const setOpeningLimit = (origin: string, PersonPerMinute: number = OPENING_CEILINGS.person.minute) =>
  asManager(origin, openings.setLimits.method, openings.setLimits.path, {
    PersonPerMinute,
    PersonPerHour: OPENING_CEILINGS.person.hour,
    OrganisationPerMinute: OPENING_CEILINGS.organisation.minute,
    OrganisationPerHour: OPENING_CEILINGS.organisation.hour,
  })

/** Forgets the openings of the last hour, also those of other tests. */
export async function forgetOpenings({ dataDir }: Product): Promise<void> {
  await withConnection((await runningServer(dataDir))!(DATABASE, SUPERUSER), (client) => client.query('delete from openings'))
}

export const releaseOpening = (origin: string) =>
  asManager(origin, openings.setBrake.method, openings.setBrake.path, { IsStopped: false })

/** Ends the alerts of exceeded limits, which other tests would count. */
export async function endOpeningAlerts(origin: string): Promise<void> {
  const open = (await asManager(origin, 'GET', '/alerts')) as { Id: string; Kind: string }[]
  for (const { Id } of open.filter(({ Kind }) => Kind === 'openings-limited'))
    await asManager(origin, 'POST', `/alerts/${Id}/done`, {})
}
