import { Refusal } from '#platform/server/http/refusal.ts'
import { t } from '#platform/server/messages.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import { FORGET_WRONG_AFTER_SECONDS } from '../rules.ts'

/** Attempts at one terminal, with a longer delay after each wrong one (decisions "People"); counted in the database for all nodes. */
export type Delay = {
  /** Counts an attempt as wrong before it is checked, so that parallel attempts gain nothing. Refuses (429) during a delay. */
  spend(now: Date): Promise<{ wrong: number }>
  /** The attempt was right: takes it back. `all` also resets the earlier ones. */
  giveBack(options: { all: boolean }): Promise<void>
}
type DelayOptions = {
  readonly database: Database
  readonly keys: Keys
  readonly tenant: Tenant
  readonly lockerBankId: string
  /** What is attempted, such as `pinSubject(userName)`; stored as a keyed hash. */
  readonly subject: string
  /** Delay in seconds after this many wrong attempts. */
  readonly seconds: (wrong: number) => number
}

export function delayOf({ database, keys, tenant, lockerBankId, subject, seconds }: DelayOptions): Delay {
  const hash = keyedHash(keys.secrets, subject)
  const row = (db: Db) => db.updateTable('kiosk_delays').where('locker_bank_id', '=', lockerBankId).where('subject', '=', hash)

  return {
    spend: (now) =>
      database.inTenant(tenant, async (db) => {
        const { property_id } = await db
          .selectFrom('locker_banks')
          .select('property_id')
          .where('id', '=', lockerBankId)
          .executeTakeFirstOrThrow()
        const fresh = { wrong: 0, last_at: now, blocked_until: now }
        await db
          .insertInto('kiosk_delays')
          .values({ organisation_id: tenant.organisationId, property_id, locker_bank_id: lockerBankId, subject: hash, ...fresh })
          .onConflict((conflict) => conflict.columns(['organisation_id', 'locker_bank_id', 'subject']).doNothing())
          .execute()
        const before = await db
          .selectFrom('kiosk_delays')
          .select(['wrong', 'last_at', 'blocked_until'])
          .where('locker_bank_id', '=', lockerBankId)
          .where('subject', '=', hash)
          .forUpdate()
          .executeTakeFirstOrThrow()
        const wait = Math.ceil((Date.parse(before.blocked_until) - now.getTime()) / 1000)
        if (wait > 0) throw new Refusal(429, t('MsgTooManyRequests', { seconds: wait }), { retryAfter: wait })
        const isForgotten = now.getTime() - Date.parse(before.last_at) > FORGET_WRONG_AFTER_SECONDS * 1000
        const wrong = (isForgotten ? 0 : before.wrong) + 1
        const blocked_until = new Date(now.getTime() + seconds(wrong) * 1000)
        await row(db).set({ wrong, last_at: now, blocked_until }).execute()
        return { wrong }
      }),
    giveBack: async ({ all }) => {
      await database.inTenant(tenant, (db) =>
        row(db)
          .set((eb) => ({ wrong: all ? 0 : eb('wrong', '-', 1), blocked_until: eb.ref('last_at') }))
          .execute(),
      )
    },
  }
}
