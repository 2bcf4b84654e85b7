import { sql } from 'kysely'
import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Brake, openings } from '../contract.ts'
import { t } from '../messages.ts'

const controlsOf = (db: Db) => db.selectFrom('opening_controls')

export async function readBrake(db: Db): Promise<Brake> {
  const { stopped_at, stopped_by_name } = await controlsOf(db).select(['stopped_at', 'stopped_by_name']).executeTakeFirstOrThrow()
  return { IsStopped: stopped_at !== null, StoppedAt: stopped_at, StoppedBy: stopped_by_name }
}

type BrakeDeps = { readonly kiosks: Pick<KioskLink, 'cancelCommands'>; readonly live: Live }

/**
 * Stops or releases remote opening. The update waits for openings that are being inserted, and later ones are refused; commands
 * that their kiosks have not begun are cancelled.
 */
export async function setBrake(
  context: RequestContext<typeof openings.setBrake> & TransactionContext,
  { kiosks, live }: BrakeDeps,
): Promise<Message> {
  const { db, tenant, caller, now, input, audit, afterCommit } = context
  const { organisationId } = tenant
  const done = t(input.IsStopped ? 'MsgBrakeStopped' : 'MsgBrakeReleased')
  const released = { stopped_at: null, stopped_by_id: null, stopped_by_name: null }
  const { numUpdatedRows } = await db
    .updateTable('opening_controls')
    .set(input.IsStopped ? { stopped_at: now, stopped_by_id: caller.id, stopped_by_name: caller.name } : released)
    .where('stopped_at', input.IsStopped ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (!numUpdatedRows) return done
  const unfinished = input.IsStopped ? await stopOpenings(db) : []
  await audit(input.IsStopped ? 'remote opening stopped' : 'remote opening released', organisationId, {
    cancelled: unfinished.map(({ id }) => id),
  })
  afterCommit(() => {
    kiosks.cancelCommands(unfinished.map(({ id, locker_bank_id }) => ({ id, lockerBankId: locker_bank_id })))
    live.changed({ organisationId, propertyId: null, lockerBankId: null, topic: 'brake' })
  })
  return done
}

/**
 * Ends commands that open a door, without a final reply, that a kiosk may still begin: none is sent again after a release. A reply of
 * the kiosk still counts.
 */
const stopOpenings = (db: Db) =>
  db
    .updateTable('kiosk_commands')
    .set({ state: 'expired' })
    .where('kind', 'in', ['open', 'open-device'])
    .where('state', 'in', ['sent', 'acknowledged'])
    .where('expires_at', '>', sql<string>`clock_timestamp()`)
    .returning(['id', 'locker_bank_id'])
    .execute()

/** The longest window of a limit, with an hour to spare. */
const KEPT_MS = 2 * 3_600_000
/** An excess is kept longer than a sign-in lives. */
const EXCESSES_KEPT_MS = 11 * 86_400_000

/** Deletes an organisation's openings that no limit counts any more, and excesses of ended sign-ins. */
export async function purgeOpenings(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.deleteFrom('openings').where('at', '<', before(KEPT_MS)).execute()
  await db.deleteFrom('opening_excesses').where('at', '<', before(EXCESSES_KEPT_MS)).execute()
}
