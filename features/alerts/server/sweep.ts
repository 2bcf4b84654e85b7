import { sql } from 'kysely'
import type { Change, Live } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import { forEachOrganisation } from '#platform/server/jobs/jobs.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type Verdict, verdictOn, WATCH_GAP_MS } from '../rules.ts'
import { type Bank, factsOfBanks, type StoredAlert } from './facts.ts'
import { type AlertToMail, isForManagers, type Mailing, mailAlerts } from './mails.ts'

type Sweep = Mailing & {
  readonly organisationId: string
  readonly now: Date
  /** When this server started: it received no heartbeats before. */
  readonly startedAt: Date
}
export type AlertWatch = Omit<Sweep, 'organisationId' | 'now'> & { readonly database: Database; readonly live: Live }
type Assessment = { readonly bank: Bank; readonly verdict: Verdict; readonly begun: readonly StoredAlert[] }

/**
 * Begins, ends and mails an organisation's alerts; returns the changes to publish to open screens. Safe to run on several nodes
 * and after a crash: sweeps of one organisation run one after the other, and each finds what the one before has begun or mailed.
 */
export async function sweepAlerts(db: Db, sweep: Sweep): Promise<Change[]> {
  const { organisationId, now, startedAt } = sweep
  const since = await watchingSince(db, organisationId, now)
  const watchedFrom = new Date(Math.max(since.getTime(), startedAt.getTime()))
  const assessments = (await factsOfBanks(db)).map((bank): Assessment => {
    const verdict = verdictOn(bank, { now, watchingSince: watchedFrom })
    return { bank, verdict, begun: verdict.begin.map(stored) }
  })
  await begin(db, organisationId, assessments)
  const of = (what: 'back' | 'away' | 'end') => assessments.flatMap(({ verdict }) => verdict[what])
  await update(db, of('back'), { back_at: now })
  await update(db, of('away'), { back_at: null })
  await update(db, of('end'), { ended_at: sql<string>`coalesce(back_at, ${now})` })
  await mailAlerts(db, sweep, await markNotified(db, assessments, now))
  return assessments
    .filter(({ verdict }) => Object.values(verdict).some((list) => list.length > 0))
    .map(({ bank }) => ({ organisationId, propertyId: bank.property_id, lockerBankId: bank.id, topic: 'alerts' }))
}

/** Since when sweeps ran without a gap. A concurrent sweep of this organisation waits here. */
async function watchingSince(db: Db, organisationId: string, now: Date): Promise<Date> {
  const oldest = new Date(now.getTime() - WATCH_GAP_MS)
  const { since } = await db
    .insertInto('alert_watches')
    .values({ organisation_id: organisationId, since: now, seen_at: now })
    .onConflict((conflict) =>
      conflict.column('organisation_id').doUpdateSet({
        since: sql`case when alert_watches.seen_at < ${oldest} then excluded.since else alert_watches.since end`,
        seen_at: sql`excluded.seen_at`,
      }),
    )
    .returning('since')
    .executeTakeFirstOrThrow()
  return new Date(since)
}

const stored = ({ kind, subject, beganAt }: Verdict['begin'][number]): StoredAlert => ({
  id: newId(),
  kind,
  subject,
  lockerName: null,
  userName: null,
  beganAt: beganAt.toISOString(),
  backAt: null,
  isOver: false,
  reason: null,
  isNotified: false,
})

async function begin(db: Db, organisationId: string, assessments: readonly Assessment[]): Promise<void> {
  const rows = assessments.flatMap(({ bank, begun }) =>
    begun.map(({ id, kind, subject, beganAt }) => ({
      organisation_id: organisationId,
      id,
      property_id: bank.property_id,
      locker_bank_id: bank.id,
      kind,
      subject,
      began_at: beganAt,
    })),
  )
  if (rows.length > 0) await db.insertInto('alerts').values(rows).execute()
}

async function update(
  db: Db,
  ids: readonly string[],
  set: { back_at: Date | null } | { ended_at: ReturnType<typeof sql<string>> },
): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('alerts').set(set).where('id', '=', anyOf(ids)).where('ended_at', 'is', null).execute()
}

/** Marks open alerts without an e-mail as notified, where there are addresses, and returns them. */
async function markNotified(db: Db, assessments: readonly Assessment[], now: Date): Promise<AlertToMail[]> {
  const pending = assessments.flatMap(({ bank, verdict, begun }) => {
    const open = bank.open.filter(({ id, isNotified }) => !isNotified && !verdict.end.includes(id))
    const hasAddresses = (alert: StoredAlert) => bank.settings.AlertEmails.length > 0 || isForManagers(alert)
    return [...open, ...begun].filter(hasAddresses).map((alert) => ({ bank, alert }))
  })
  if (pending.length === 0) return []
  const ids = pending.map(({ alert }) => alert.id)
  const notified = await db
    .updateTable('alerts')
    .set({ notified_at: now })
    .where('id', '=', anyOf(ids))
    // The door may have been closed meanwhile.
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return pending.filter(({ alert }) => notified.some(({ id }) => id === alert.id))
}

/** Begins and ends the alerts of every organisation, queues an e-mail for each new one, and notifies the screens. */
export async function watchLockerBanks({ database, live, ...sweep }: AlertWatch, now: Date): Promise<void> {
  await forEachOrganisation(database, async (tenant) => {
    const { organisationId } = tenant
    const changes = await database.inTenant(tenant, (db) => sweepAlerts(db, { ...sweep, organisationId, now }))
    for (const change of changes) live.changed(change)
  })
}
