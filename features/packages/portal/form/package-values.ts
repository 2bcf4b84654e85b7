import type { z } from 'zod'
import { notices } from '#features/notices/contract.ts'
import { type PackageDetail, packages } from '../../contract.ts'
import type { PackageDraft } from '../../editing-contract.ts'
import { newPackageNumber } from '../../package-number.ts'
import { STATUSES } from '../../statuses.ts'

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
