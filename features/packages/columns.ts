import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { PACKAGE_SORTS } from './contract.ts'
import { t } from './viewer-messages.ts'

/** What the columns of the Package Viewer are called, on the screen and in its CSV (spec 2 §2). */
export const PACKAGE_COLUMNS: Readonly<Record<(typeof PACKAGE_SORTS)[number], Message>> = {
  PackageNumber: label('LabelPackage'),
  ResidentName: label('LabelResident'),
  UnitNumber: label('LabelUnit'),
  Status: label('LabelStatus'),
  LockerBankName: label('LabelLocation'),
  DropOffTime: t('LabelDropOffTime'),
  ExpiryTime: label('LabelExpiry'),
  TrackingNumber: t('ColumnTrackingNumber'),
  CourierName: label('LabelCourier'),
  CollectionTime: t('LabelCollectionTime'),
  RecoveryTime: t('LabelRecoveryTime'),
  PackageId: t('LabelPackageId'),
}
