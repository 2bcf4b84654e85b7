import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Live } from '#features/live/server/api.ts'
import { GROUPS, groupOf, STATUS_NAMES, STATUSES, statusMessage } from '#features/package-statuses/statuses.ts'
import { textIn } from '#features/resources/server/api.ts'
import type { Message } from '#platform/define-messages.ts'
import { acceptedLanguage } from '#platform/language.ts'
import { existing, saved } from '#platform/server/entities.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, Router } from '#platform/server/http/route.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { PackageQuery, type PackageRow, packages } from '../contract.ts'
import { packageForm } from '../editing-contract.ts'
import { t } from '../messages.ts'
import { resend } from './bulk-actions.ts'
import { addFromDraft, newExpiry, saveDraft, updateFromDraft } from './changes/draft.ts'
import { packageDetail, packageHistory, resolveTrackingNumber } from './detail.ts'
import { auditedFilters, packagesCsv } from './list/export.ts'
import { asInLocker, shownExpiry, statusOfId } from './list/in-locker.ts'
import { asRead, type FoundPackage, packagePage } from './list/page.ts'
import { transactionPage } from './list/transactions.ts'

/** The Package Viewer, package detail and a bank's packages (spec 2 §7, 1 §7). */
export function packagesRoutes(route: Router, { database, live }: { database: Database; live: Live }): void {
  route(packages.page, ({ db, tenant, input }) => packagePage(db, tenant, input, input, asRow))
  route.stream(packages.export, async ({ tenant, input, request, reply, log, inTenant }) => {
    const language = acceptedLanguage(request.headers['accept-language'])
    const translate = (message: Message) => textIn(language, message)
    const read = await inTenant(({ db }) => asRead(db, tenant, input))
    const csv = packagesCsv({ database, tenant, translate }, read, (rows) =>
      inTenant(({ audit }) => audit('packages exported', null, { ...auditedFilters(input), packages: rows })),
    )
    // A database that is busy is reported before the reply begins.
    const { value: first } = await csv.next()
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="packages.csv"')
    // Also when the client leaves before the first part is sent.
    reply.raw.once('close', () => csv.return(undefined).catch((error) => log.error({ err: error }, 'export not closed')))
    const parts = async function* () {
      yield first
      yield* csv
    }
    await reply.send(Readable.from(parts()))
  })
  route(packageForm.pageByGet, ({ db, tenant }) => packagePage(db, tenant, {}, PackageQuery.parse({}), asRow))
  route(packageForm.transactions, ({ db, input }) => transactionPage(db, input))
  const savedBy = async ({ afterCommit }: Pick<RequestContext<unknown>, 'afterCommit'>, saving: ReturnType<typeof saveDraft>) => {
    const { id, affected } = await saving
    for (const change of affected) afterCommit(() => live.changed(change))
    return saved(t('MsgPackageSaved'), id)
  }
  route(packageForm.save, (context) => savedBy(context, saveDraft(context, context.input)))
  route(packageForm.create, (context) => savedBy(context, addFromDraft(context, context.params.packageId, context.input)))
  route(packageForm.update, (context) => savedBy(context, updateFromDraft(context, context.params.packageId, context.input)))
  route(packageForm.newExpiry, ({ db, params, query, now }) =>
    newExpiry(db, params, { at: query.At ?? now.toISOString(), residentId: query.ResidentId ?? null }),
  )
  route(packageForm.resend, async ({ db, now, input }) => {
    const { changed, refused } = await resend({ db, now }, [input.Id])
    refuseIf(refused.get(input.Id) ?? null)
    if (changed.length === 0) orNotFound(null)
    return { Message: t('NotificationTriggered') }
  })
  route(packages.get, ({ db, params }) => packageDetail(db, params.packageId))
  route(packages.getPlural, ({ db, params }) => packageDetail(db, params.packageId))
  route(packages.history, ({ db, params, caller }) => packageHistory(db, params.packageId, caller))
  route(packages.statusTypes, () => STATUS_TYPES)
  route(packages.resolveTrackingNumber, ({ db, tenant, params }) => resolveTrackingNumber(db, tenant, params.trackingNumber))
  route(packages.ofLockerBank, async ({ db, tenant, params, input }) => {
    await lockerBank(db, params.lockerBankId)
    const filters = { LockerBankId: params.lockerBankId, StatusGroupIds: input.StatusGroupIds }
    return packagePage(db, tenant, filters, input, asInLocker)
  })
}

const STATUS_TYPES = STATUS_NAMES.map((name) => ({
  Id: STATUSES[name].id,
  Name: statusMessage(name),
  GroupId: GROUPS[groupOf(name)],
  GroupName: groupOf(name),
}))

const lockerBank = (db: Db, id: string) =>
  existing(db.selectFrom('locker_banks').select('id').where('id', '=', id).where('deleted_at', 'is', null))

const asRow = (row: FoundPackage): z.input<typeof PackageRow> => ({
  PackageId: row.id,
  PropertyId: row.property_id,
  PropertyTimezoneId: row.time_zone,
  LockerBankId: row.bank_id,
  LockerBankName: row.bank_name,
  LockerName: row.locker_name,
  MailRoomId: row.mailroom_id,
  MailRoomName: row.mailroom_name,
  ResidentId: row.resident_id,
  ResidentName: row.recipient_name,
  UnitNumber: row.unit_number,
  PackageNumber: row.package_number,
  TrackingNumber: row.tracking_number,
  Status: statusOfId(row.status_id),
  StatusId: row.status_id,
  StatusGroupId: row.status_group,
  DropOffTime: row.drop_off_time,
  ExpiryTime: shownExpiry(row),
  CollectionTime: row.collection_time,
  RecoveryTime: row.recovery_time,
  CourierId: row.courier_id,
  CourierName: row.courier_name,
})
