import type { z } from 'zod'
import { notices } from '#features/notices/contract.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { type PackageDetail, packages } from '../../contract.ts'
import type { PackageDraft } from '../../editing-contract.ts'
import { t } from '../../form-messages.ts'
import { newPackageNumber } from '../../package-number.ts'

/** What a save of a package changes. */
export const READINGS = [packages.page, packages.get, packages.history, notices.ofPackage]

export type PackageValues = z.input<typeof PackageDraft>

/** The values of a new package: received now, in a mailroom. */
export const arriving = (): PackageValues => ({
  Id: null,
  Version: null,
  BuildingId: '',
  PackageNumber: newPackageNumber(),
  CourierId: '',
  StatusId: STATUSES.InMailroom.id,
  ResidentId: null,
  Name: '',
  UnitNumber: '',
  DropOffTime: new Date().toISOString(),
  ExpiryTime: undefined,
  CollectionTime: '',
  RecoveryTime: '',
  MailRoomId: null,
  TrackingNumber: '',
  AdviceTag: null,
  EmailId: '',
  MobilePhone: '',
  Note: '',
})

/** The values of a saved package, unchanged. */
export const valuesOf = (pkg: PackageDetail): PackageValues => ({
  ...(Object.fromEntries(Object.keys(arriving()).map((name) => [name, pkg[name as keyof PackageDetail]])) as PackageValues),
  CourierId: pkg.CourierId ?? '',
  StatusId: pkg.StatusId as PackageValues['StatusId'],
  ExpiryTime: pkg.ExpiryTime ?? undefined,
})

/** Saves; asks first when another package on site has the tracking number. Rejects with the refusal when the answer is no. */
export async function saveAskingOfDuplicate<Reply>(
  values: PackageValues,
  save: (values: PackageValues) => Promise<Reply>,
): Promise<Reply> {
  try {
    return await save(values)
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'MsgTrackingNumberLive')) throw error
    if (!(await confirm({ title: error.message, text: '', yes: t('ButtonSaveAnyway').text }))) throw error
    return save({ ...values, AcceptDuplicate: true })
  }
}
