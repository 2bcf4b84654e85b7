import { z } from 'zod'
import { MAX_NOTE, MAX_PACKAGE_NUMBER, MAX_RECIPIENT_NAME, MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { trackingNumberOrCode } from '#features/tracking-numbers/fields.ts'
import { CONTACT, optionalEmail } from '#platform/contact-fields.ts'
import { packMessage } from '#platform/define-messages.ts'
import { addOrEdit, operation } from '#platform/operation.ts'
import {
  AnyId,
  Done,
  Id,
  MessageText,
  optionalText,
  pageOf,
  pageQuery,
  requiredChoice,
  requiredText,
  Saved,
  Time,
} from '#platform/wire.ts'
import { AnyTime, PackageRow } from './contract.ts'
import { t } from './messages.ts'

const noTime = packMessage(t('MsgNotATime'))
/** A time that may be absent; null, missing and empty are none. */
const MaybeTime = z
  .union([z.literal(''), z.iso.datetime({ offset: true, error: noTime })], { error: noTime })
  .nullish()
  .transform((time) => (time ? new Date(time).toISOString() : undefined))

/**
 * A package as its form sends it (spec 2 §5); the first failure in this order is the message. Of an existing package its status decides
 * which dates, mailroom and recipient are used; its building and drop-off stay.
 */
export const PackageDraft = z.object({
  /** The package to change; a new one has an id that the client made, or none. */
  Id: AnyId,
  /** The version that was read: the save is refused (409) when the package has changed since. */
  Version: z.string().max(40).nullish(),
  BuildingId: requiredChoice(t('MsgBuildingCannotBeEmpty')),
  /** Left out, a new package gets a number. */
  PackageNumber: requiredText(MAX_PACKAGE_NUMBER, t('MsgPackingNumberCannotBeEmpty'), t('MsgPackageNumberTooLong')).optional(),
  CourierId: requiredChoice(t('MsgCourierIdCannotBeNull')),
  StatusId: z.literal(
    Object.values(STATUSES).map(({ id }) => id),
    { error: packMessage(t('MsgCurrentStatusCannotBeNull')) },
  ),
  /** The recipient; the name and unit of others are typed. */
  ResidentId: AnyId,
  Name: requiredText(MAX_RECIPIENT_NAME, t('MsgNameCannotBeNull')),
  UnitNumber: requiredText(MAX_UNIT_NUMBER, t('MsgUnitNumberCannotBeNull')),
  DropOffTime: z.iso
    .datetime({ offset: true, error: packMessage(t('MsgDropOffDateCannotBeNull')) })
    .transform((time) => new Date(time).toISOString()),
  /** Left out, it is computed where the status has a new one. */
  ExpiryTime: z.iso
    .datetime({ offset: true, error: packMessage(t('MsgExpiryDateCannotBeNull')) })
    .transform((time) => new Date(time).toISOString())
    .optional(),
  CollectionTime: MaybeTime,
  RecoveryTime: MaybeTime,
  MailRoomId: AnyId,
  TrackingNumber: trackingNumberOrCode.nullish().transform((number) => number ?? ''),
  AdviceTag: AnyId,
  EmailId: optionalEmail,
  MobilePhone: optionalText(CONTACT.phoneMax),
  Note: optionalText(MAX_NOTE),
  /** Also when another package with this tracking number is on site. */
  AcceptDuplicate: z.boolean().optional(),
  /** A new package: the user who booked it, when it was kept until there was a connection; refused for another user. */
  BookedBy: AnyId,
  /** A new package: its recipient is notified with the rest of the clerk's batch. */
  NotifyLater: z.boolean().optional(),
  /** Of a new package that may have been added before it was corrected. */
  IsCorrection: z.boolean().optional(),
})
export type PackageDraft = z.output<typeof PackageDraft>

/** A change of a package with its recipient (spec 2 §7), the latest first. */
export const TransactionRow = z.object({
  Id: z.string(),
  TransactionDate: Time,
  PackageId: z.string(),
  PackageNumber: z.string(),
  TrackingNumber: z.string(),
  PropertyId: z.string(),
  ResidentName: z.string(),
  UnitNumber: z.string(),
  StatusId: z.int(),
  Status: MessageText,
  LockerBankName: z.string().nullable(),
  LockerName: z.string().nullable(),
  MailRoomName: z.string().nullable(),
  UserName: z.string(),
  Note: z.string(),
})

/** Operations of a package's form and of other programs; apart from the others, because the home screen loads those. */
export const packageForm = {
  save: operation('POST', '/package/save/', {
    permission: addOrEdit('Package'),
    summary: 'Adds a package, or changes the one with this id',
    input: PackageDraft,
    output: Saved,
  }),
  create: operation('POST', '/packages/createorupdate/{packageId}', {
    permission: 'AddPackage',
    summary: 'Adds a package with an id that the client made; the same package again changes nothing',
    params: z.object({ packageId: Id }),
    input: PackageDraft,
    output: Saved,
  }),
  update: operation('PUT', '/packages/createorupdate/{packageId}', {
    permission: 'EditPackage',
    summary: 'Changes a package',
    params: z.object({ packageId: Id }),
    input: PackageDraft,
    output: Saved,
  }),
  newExpiry: operation('GET', '/package/newexpiry/{buildingId}/{place}', {
    permission: ['AddPackage', 'EditPackage'],
    summary: 'When a package would expire that comes to a building’s mailroom or locker at a time',
    params: z.object({ buildingId: Id, place: z.enum(['mailroom', 'locker']) }),
    query: z.object({ /** Now by default. */ At: MaybeTime, ResidentId: AnyId }),
    output: z.object({ ExpiryTime: Time, TimezoneId: z.string() }),
  }),
  pageByGet: operation('GET', '/getPackages', {
    permission: 'ViewPackage',
    summary: 'The latest packages; the Package Viewer asks by POST',
    output: pageOf(PackageRow),
  }),
  transactions: operation('POST', '/packages/getallpackagetransactions', {
    reads: true,
    permission: 'ViewPackage',
    summary: 'Changes of packages by page, latest first',
    input: pageQuery(['TransactionDate'], 'desc').extend({ PropertyId: AnyId, PackageId: AnyId, From: AnyTime, Before: AnyTime }),
    output: pageOf(TransactionRow),
  }),
  resend: operation('POST', '/package/resendnotification/', {
    permission: 'EditPackage',
    summary: 'Sends the notice of the package’s status again',
    input: z.object({ Id }),
    output: Done,
  }),
}
