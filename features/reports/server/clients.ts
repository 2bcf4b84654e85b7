import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { PersonalData } from '#platform/server/feature.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, Refusal } from '#platform/server/http/refusal.ts'
import { forEachOrganisation } from '#platform/server/jobs/jobs.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { CLIENT_SECONDS } from '../contract.ts'
import { t } from '../messages.ts'
import { endCancelled } from './runs.ts'

/** Name of the protocol for a client that has expired. */
const INVALID_CLIENT = 'InvalidClientException'

type Owner = Pick<Caller, 'id' | 'tenant'>

/** Viewers of one person, and reports of one viewer: many more than tabs and their histories need. Older ones are deleted. */
export const MAX_CLIENTS = 50
export const MAX_INSTANCES = 50

/** Registers a viewer of the caller. The viewer whose client is deleted for it registers again when it is used. */
export async function addClient(db: Db, owner: Owner): Promise<string> {
  const { id: userId, tenant } = owner
  const surplus = db
    .selectFrom('report_clients')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .offset(MAX_CLIENTS - 1)
  const { numDeletedRows } = await db.deleteFrom('report_clients').where('id', 'in', surplus).executeTakeFirst()
  if (numDeletedRows) await deleteUnused(db, owner)
  const id = newId()
  await db.insertInto('report_clients').values({ organisation_id: tenant.organisationId, id, user_id: userId }).execute()
  return id
}

/**
 * Checks that a client is the caller's, and keeps it for another while. Refuses one of somebody else and one that never was (404),
 * and one that has expired (410).
 */
export async function useClient(db: Db, clientId: string, { id: userId }: Owner): Promise<void> {
  const { rows } = await sql<{ expired: boolean }>`
    select used_at < clock_timestamp() - make_interval(secs => ${CLIENT_SECONDS}) as expired
    from report_clients where id = ${clientId} and user_id = ${userId}`.execute(db)
  // A client that was deleted since and one of somebody else look the same; the viewer registers again.
  if (!rows[0]) throw new Refusal(404, t('MsgNoClient'), { code: INVALID_CLIENT })
  if (rows[0].expired) throw new Refusal(410, t('MsgClientEnded'), { code: INVALID_CLIENT })
  await db.updateTable('report_clients').set({ used_at: sql`clock_timestamp()` }).where('id', '=', clientId).execute()
}

/** Deletes a client of the caller with its instances and documents; 404 for another one. */
export async function deleteClient(db: Db, clientId: string, owner: Owner): Promise<void> {
  const own = db.deleteFrom('report_clients').where('id', '=', clientId).where('user_id', '=', owner.id)
  orNotFound((await own.executeTakeFirst()).numDeletedRows || null)
  await deleteUnused(db, owner)
}

/**
 * Waits until no other transaction adds or deletes renders of the organisation: none is deleted that a document has just found, and
 * none is added beyond the number at once.
 */
export const lockRenders = (db: Db, { organisationId }: Tenant) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`report renders ${organisationId}`}, 0))`.execute(db)

/** Deletes the user's renders that no document shows: this cancels those under way. */
export async function deleteUnused(db: Db, { id: userId, tenant }: Owner): Promise<void> {
  await lockRenders(db, tenant)
  const deleted = await db
    .deleteFrom('report_renders as r')
    .where('r.user_id', '=', userId)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('report_documents as d').select('d.id').whereRef('d.render_id', '=', 'r.id'))))
    .returning(['r.id', 'r.state'])
    .execute()
  await endCancelled(db, workingOf(deleted))
}
/** Erases every stored report of the organisation, those under way too: each may list the person. */
export const reportsPersonalData: PersonalData = {
  async erase({ db, tenant }) {
    await lockRenders(db, tenant)
    await endCancelled(db, workingOf(await db.deleteFrom('report_renders').returning(['id', 'state']).execute()))
  },
}

const workingOf = (renders: readonly { readonly id: string; readonly state: string }[]) =>
  renders.filter(({ state }) => state === 'Working').map(({ id }) => id)

export type InstanceRow = { readonly report: string; readonly parameters: unknown }

export async function addInstance(db: Db, owner: Owner, clientId: string, { report, parameters }: InstanceRow): Promise<string> {
  // Ids are in the order of their making.
  const surplus = db
    .selectFrom('report_instances')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .offset(MAX_INSTANCES - 1)
  const { numDeletedRows } = await db.deleteFrom('report_instances').where('id', 'in', surplus).executeTakeFirst()
  if (numDeletedRows) await deleteUnused(db, owner)
  const id = newId()
  await db
    .insertInto('report_instances')
    .values({
      organisation_id: owner.tenant.organisationId,
      id,
      client_id: clientId,
      report,
      parameters: JSON.stringify(parameters),
    })
    .execute()
  return id
}

/** The report and parameters of an instance of the client, or 404. */
export async function readInstance(db: Db, clientId: string, instanceId: string) {
  const row = await db
    .selectFrom('report_instances')
    .select(['report', 'parameters'])
    .where('id', '=', instanceId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return orNotFound(row)
}

export async function deleteInstance(db: Db, owner: Owner, clientId: string, instanceId: string): Promise<void> {
  const own = db.deleteFrom('report_instances').where('id', '=', instanceId).where('client_id', '=', clientId)
  orNotFound((await own.executeTakeFirst()).numDeletedRows || null)
  await deleteUnused(db, owner)
}

/** Hours after which documents and clients are deleted. */
const KEPT_HOURS = 1
const CLIENTS_KEPT_HOURS = 24

export const purgeAll = (database: Database, now: Date) =>
  forEachOrganisation(database, (tenant) => database.inTenant(tenant, (db) => purgeReports(db, now)))

/** Deletes old clients, and renders with their content. */
async function purgeReports(db: Db, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  await db.deleteFrom('report_clients').where('used_at', '<', before(CLIENTS_KEPT_HOURS)).execute()
  const old = db.deleteFrom('report_renders').where('created_at', '<', before(KEPT_HOURS))
  await endCancelled(db, workingOf(await old.returning(['id', 'state']).execute()))
}
