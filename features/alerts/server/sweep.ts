import { sql } from 'kysely'
import type { Change, Live } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import { forEachOrganisation } from '#platform/server/jobs/organisations.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { type Verdict, verdictOn, WATCH_GAP_MS } from '../rules.ts'
import { type Bank, factsOfBanks, type StoredAlert } from './facts.ts'
import { type Mailing, mailAlerts, type ToTell } from './mails.ts'

type Sweep = Mailing & {
  readonly organisationId: string
  readonly now: Date
  /** When this program began to listen: before it no bank could be heard. */
  readonly startedAt: Date
}
export type AlertWatch = Omit<Sweep, 'organisationId' | 'now'> & { readonly database: Database; readonly live: Live }
type Judged = { readonly bank: Bank; readonly verdict: Verdict; readonly begun: readonly StoredAlert[] }

/**
 * Begins, ends and tells of an organisation's alerts, and gives what open screens are to hear. It may run on any node, twice
 * at once or after a crash: sweeps of one organisation come one after the other, and what one has begun or told of, the next
 * finds so.
 */
export async function sweepAlerts(db: Db, sweep: Sweep): Promise<Change[]> {
  const { organisationId, now, startedAt } = sweep
  const since = await watchingSince(db, organisationId, now)
  const watchedFrom = new Date(Math.max(since.getTime(), startedAt.getTime()))
  const judged = (await factsOfBanks(db)).map((bank): Judged => {
    const verdict = verdictOn(bank, { now, watchingSince: watchedFrom })
    return { bank, verdict, begun: verdict.begin.map(stored) }
  })
  await begin(db, organisationId, judged)
  const of = (what: 'back' | 'away' | 'end') => judged.flatMap(({ verdict }) => verdict[what])
  await update(db, of('back'), { back_at: now })
  await update(db, of('away'), { back_at: null })
  await update(db, of('end'), { ended_at: sql<string>`coalesce(back_at, ${now})` })
  await mailAlerts(db, sweep, await toldNow(db, judged, now))
  return judged
    .filter(({ verdict }) => Object.values(verdict).some((list) => list.length > 0))
    .map(({ bank }) => ({ organisationId, propertyId: bank.property_id, lockerBankId: bank.id, topic: 'alerts' }))
}

/** From when on alerts were looked for without a break. Whoever else sweeps this organisation waits here. */
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
  isTold: false,
})

async function begin(db: Db, organisationId: string, judged: readonly Judged[]): Promise<void> {
  const rows = judged.flatMap(({ bank, begun }) =>
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
  await db
    .updateTable('alerts')
    .set(set)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('ended_at', 'is', null)
    .execute()
}

/** The open alerts that nobody was told of and that somebody is to be, marked as told. */
async function toldNow(db: Db, judged: readonly Judged[], now: Date): Promise<ToTell[]> {
  const untold = judged
    .filter(({ bank }) => bank.settings.AlertEmails.length > 0)
    .flatMap(({ bank, verdict, begun }) => {
      const open = bank.open.filter(({ id, isTold }) => !isTold && !verdict.end.includes(id))
      return [...open, ...begun].map((alert) => ({ bank, alert }))
    })
  if (untold.length === 0) return []
  const ids = untold.map(({ alert }) => alert.id)
  const told = await db
    .updateTable('alerts')
    .set({ notified_at: now })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    // The door may have been closed in this moment.
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return untold.filter(({ alert }) => told.some(({ id }) => id === alert.id))
}

/** Begins and ends the alerts of every organisation, queues an e-mail for each new one, and notifies the screens. */
export async function watchLockerBanks({ database, live, ...sweep }: AlertWatch, now: Date): Promise<void> {
  await forEachOrganisation(database, async (tenant) => {
    const { organisationId } = tenant
    const changes = await database.inTenant(tenant, (db) => sweepAlerts(db, { ...sweep, organisationId, now }))
    for (const change of changes) live.changed(change)
  })
}
