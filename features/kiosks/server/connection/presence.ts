import { sql } from 'kysely'
import type { Live } from '#features/live/server/api.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import type { Status } from '../../protocol.ts'
import { HEARTBEATS_MISSED, statusOf } from '../../rules.ts'
import type { Bank } from './bank.ts'

/** Every node receives a heartbeat. One that another node has written within this time, in ms, is not written again. */
const recentMs = ({ HeartbeatSeconds }: Status) => Math.min(5_000, (HeartbeatSeconds * 1000) / 2)

type Deps = { readonly database: Database; readonly live: Live }

const statusChange = ({ organisationId, propertyId, lockerBankId }: Bank) =>
  ({ organisationId, propertyId, lockerBankId, topic: 'status' }) as const

/** Writes the status of a kiosk to its bank. */
export async function applyStatus({ database, live }: Deps, bank: Bank, status: Status, now: Date): Promise<void> {
  const isOnline = status.Status === 'ONLINE'
  const changed = await database.inTenant(bank.tenant, async (db) => {
    const before = await db
      .selectFrom('locker_banks')
      .select(['is_online', 'last_heart_beat', 'heartbeat_seconds', 'app_version', 'config_version', 'theme_version'])
      .where('id', '=', bank.lockerBankId)
      .where('deleted_at', 'is', null)
      // A heartbeat that was in work when the bank was deauthorised shows nothing any more.
      .$if(isOnline, (query) =>
        query.where((eb) =>
          eb.exists(eb.selectFrom('api_keys').select('api_keys.id').whereRef('api_keys.locker_bank_id', '=', 'locker_banks.id')),
        ),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!before) return false
    // A last will dates from the start of the session: its versions of configuration and theme may be old.
    const configVersion = isOnline ? status.ConfigVersion : before.config_version
    const themeVersion = isOnline ? (status.ThemeVersion ?? null) : before.theme_version
    const hasNewVersion = before.config_version !== configVersion || before.theme_version !== themeVersion
    const isSame = before.is_online === isOnline && before.app_version === status.AppVersion && !hasNewVersion
    const age = before.last_heart_beat ? now.getTime() - Date.parse(before.last_heart_beat) : Number.POSITIVE_INFINITY
    if (isSame && (!isOnline || age < recentMs(status))) return false
    await db
      .updateTable('locker_banks')
      .set({
        is_online: isOnline,
        app_version: status.AppVersion,
        heartbeat_seconds: status.HeartbeatSeconds,
        config_version: configVersion,
        theme_version: themeVersion,
        ...(isOnline && { last_heart_beat: now }),
      })
      .where('id', '=', bank.lockerBankId)
      .execute()
    return statusOf(before, now) !== status.Status || hasNewVersion
  })
  if (changed) live.changed(statusChange(bank))
}

/** Shows a revoked bank OFFLINE: the broker may have refused its last will. */
export async function showOffline({ database, live }: Deps, bank: Bank): Promise<void> {
  await database.inTenant(bank.tenant, (db) =>
    db.updateTable('locker_banks').set({ is_online: false }).where('id', '=', bank.lockerBankId).execute(),
  )
  live.changed(statusChange(bank))
}

/** Shows OFFLINE every bank whose heartbeats stopped without a last will. Safe to run on several nodes at once. */
export async function sweepSilentBanks({ database, live }: Deps, now: Date): Promise<void> {
  for (const { id: organisationId } of await allOrganisations(database)) {
    const silent = await database.inTenant(wholeOrganisation(organisationId), (db) =>
      db
        .updateTable('locker_banks')
        .set({ is_online: false })
        .where('is_online', '=', true)
        .where((eb) =>
          eb.or([
            eb('last_heart_beat', 'is', null),
            eb(
              'last_heart_beat',
              '<=',
              sql<string>`${now}::timestamptz - ${HEARTBEATS_MISSED} * heartbeat_seconds * interval '1 second'`,
            ),
          ]),
        )
        .returning(['id', 'property_id'])
        .execute(),
    )
    for (const { id: lockerBankId, property_id: propertyId } of silent)
      live.changed({ organisationId, propertyId, lockerBankId, topic: 'status' })
  }
}
