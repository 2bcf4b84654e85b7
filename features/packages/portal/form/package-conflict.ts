import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { useConflict } from '#platform/portal/form/use-conflict.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { useTimeText } from '#platform/portal/ui/times.tsx'
import { type PackageDetail, packages } from '../../contract.ts'
import type { PackageDraft } from '../../editing-contract.ts'
import { t } from '../../viewer-messages.ts'
import { READINGS, valuesOf } from './package-values.ts'

/** What becomes of a package's form when somebody else has changed the package meanwhile. */
export function usePackageConflict(draft: Draft<typeof PackageDraft>, pkg: PackageDetail) {
  const { dateTime: text } = useTimeText(pkg.PropertyTimezoneId)
  const refresh = useRefresh()
  return useConflict(draft, {
    code: 'MsgPackageChangedElsewhere',
    read: async () => {
      const now = await call(packages.get, { params: { packageId: pkg.Id } })
      // What is shown beside the form, and the statuses that it offers.
      await refresh(READINGS)
      const { Status: StatusId, CourierName, MailRoomName, AdviceTagName } = now
      const texts = { StatusId, CourierId: CourierName ?? '', MailRoomId: MailRoomName ?? '', AdviceTag: AdviceTagName ?? '' }
      return { values: valuesOf(now), texts }
    },
    fields: [
      { name: 'StatusId', label: label('LabelStatus').text },
      { name: 'MailRoomId', label: label('LabelMailroom').text },
      { name: 'Name', label: label('LabelName').text },
      { name: 'UnitNumber', label: label('LabelUnitNumber').text },
      { name: 'EmailId', label: label('LabelEmail').text },
      { name: 'MobilePhone', label: label('LabelMobilePhone').text },
      { name: 'CourierId', label: label('LabelCourier').text },
      { name: 'TrackingNumber', label: label('LabelTrackingNumber').text },
      { name: 'PackageNumber', label: label('LabelPackageNumber').text },
      { name: 'AdviceTag', label: t('LabelAdviceTag').text },
      { name: 'Note', label: t('LabelNote').text },
      { name: 'ExpiryTime', label: label('LabelExpiry').text, text },
      { name: 'CollectionTime', label: t('LabelCollectionTime').text, text },
      { name: 'RecoveryTime', label: t('LabelRecoveryTime').text, text },
    ],
  })
}
