import { queueNotices } from '#features/notices/server/api.ts'
import type { NoticeType } from '#features/notification-templates/types.ts'
import { expiry } from '#features/package-statuses/expiry.ts'
import { groupOf, type StatusName, statusMessage } from '#features/package-statuses/statuses.ts'
import { dateText } from '#platform/date-format.ts'
import type { Message } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { type BulkAction, type BulkContext, type BulkOutcome, bulkAction, orderedIds } from '#platform/server/bulk/action.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type PackageQuery, packages } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotResend } from '../rules.ts'
import { t as tViewer } from '../viewer-messages.ts'
import { type LockedPackage, lockForPackages } from './changes/lock.ts'
import { propertyReader } from './changes/property-context.ts'
import { postpone } from './expiry/hold.ts'
import { leaveBatch, unnotifiedOf } from './intake/batch.ts'
import { asRead, matchingPackages } from './list/page.ts'

const ofPackages = {
  list: 'packages',
  matching: async (db: Db, tenant: Tenant, query: PackageQuery, most: number) =>
    orderedIds(db, matchingPackages(db, tenant, await asRead(db, tenant, query)).select('p.id'), most),
  names: async (db: Db, _tenant: Tenant, ids: readonly string[]) => {
    const rows = await db.selectFrom('packages').select(['id', 'package_number']).where('id', '=', anyOf(ids)).execute()
    return new Map(rows.map((row) => [row.id, row.package_number]))
  },
}

/** The actions on many packages (spec 2 §2). */
export const packageActions = (): readonly BulkAction[] => [
  bulkAction({
    ...ofPackages,
    operation: packages.resendMany,
    run: resend,
    message: (count) =>
      count > 1 ? t('MsgNoticesSentFor', { count }) : count ? t('NotificationTriggered') : tViewer('NotificationTriggeredFailed'),
  }),
  bulkAction({
    ...ofPackages,
    operation: packages.extendExpiry,
    run: extend,
    message: (count) =>
      count > 1 ? t('MsgExpiryExtendedFor', { count }) : count ? t('ExpiryExtended') : tViewer('FailedToExtendExpiry'),
  }),
]

/** The notice that tells a recipient where the package is now. */
const noticeNow = ({ now }: LockedPackage): NoticeType =>
  groupOf(now.status) === 'Expired' ? 'expired' : now.lockerId ? 'deliveredToLocker' : 'arrivedInMailroom'

/** Sends the notices of packages again, each to the recipients' present addresses. */
export async function resend({ db, now }: Pick<BulkContext, 'db' | 'now'>, ids: readonly string[]): Promise<BulkOutcome> {
  const rows = await lockForPackages(db, ids)
  const refused = new Map<string, Message>()
  for (const row of rows) {
    const whyNot = whyNotResend(row.now.status)
    if (whyNot) refused.set(row.id, whyNot)
  }
  const wanted = rows.filter(({ id }) => !refused.has(id))
  // The first notice of a package whose batch waits is its arrival.
  const unannounced = await unnotifiedOf(
    db,
    wanted.map(({ id }) => id),
  )
  const events = wanted.map((row) => ({
    packageId: row.id,
    key: unannounced.has(row.id) ? row.id : `${row.id} again ${newId()}`,
    type: noticeNow(row),
    isRepeated: !unannounced.has(row.id),
  }))
  const notified = await queueNotices(db, events, now)
  await leaveBatch(
    db,
    [...unannounced].filter((id) => notified.has(id)),
  )
  for (const { id } of wanted) if (!notified.has(id)) refused.set(id, t('MsgNobodyToNotify'))
  return { changed: wanted.map(({ id }) => id).filter((id) => notified.has(id)), refused }
}

/** Extends the expiry of active packages, each with a history row. */
async function extend(
  { db, now, caller }: BulkContext,
  ids: readonly string[],
  { Weekdays }: { readonly Weekdays?: number | undefined },
): Promise<BulkOutcome> {
  const rows = await lockForPackages(db, ids)
  const propertyOf = propertyReader(db)
  const refused = new Map<string, Message>()
  const extended: { id: string; expiryTime: string; note: string }[] = []
  for (const row of rows) {
    const whyNot = whyNotExtend(row.now)
    if (whyNot) {
      refused.set(row.id, whyNot)
      continue
    }
    const property = await propertyOf(row.propertyId, row.buildingId)
    if (!property) continue
    const from = row.now.expiryTime! > now.toISOString() ? row.now.expiryTime! : now.toISOString()
    // A period may be 0, the day of the drop-off itself.
    const weekdays = Weekdays ?? Math.max(1, property.periods[row.now.lockerId ? 'locker' : 'mailroom'])
    const expiryTime = expiry(from, weekdays, property.timeZone)
    const dayOf = (at: string) => dateText(at, 'international', property.timeZone)
    const note = t('NoteExpiryExtended', { from: dayOf(row.now.expiryTime!), to: dayOf(expiryTime) }).text
    extended.push({ id: row.id, expiryTime, note })
  }
  await postpone(db, extended, { actor: caller, note: '', at: now })
  return { changed: extended.map(({ id }) => id), refused }
}

function whyNotExtend({
  status,
  expiryTime,
}: {
  readonly status: StatusName
  readonly expiryTime: string | null
}): Message | null {
  if (groupOf(status) !== 'Active') return t('MsgNotExtendable', { status: statusMessage(status) })
  return expiryTime === null ? t('MsgNoExpiryToExtend') : null
}
