import type { ReactNode } from 'react'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import type { PackageInLocker } from '#features/packages/contract.ts'
import { PackageStatusBadge } from '#features/packages/portal/shared/PackageStatusBadge.tsx'
import { t as label } from '#platform/labels.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { t } from '../../messages.ts'
import classes from '../bank/bank.module.css'

/** A package in its locker. An outbound one has a sender instead of a recipient, and does not expire (spec 1 §4). */
export function PackageFacts({ pkg, timeZone }: { pkg: PackageInLocker; timeZone: string }) {
  const isOutbound = pkg.StatusGroupId === GROUPS.Outbound
  return (
    <div className={classes.package}>
      <PackageStatusBadge status={pkg.StatusName} groupId={pkg.StatusGroupId} />
      <dl>
        <Fact label={label(isOutbound ? 'LabelSender' : 'LabelRecipient').text}>
          <RecordLink kind="resident" id={pkg.ResidentId}>
            {pkg.Name}
          </RecordLink>
          {` · ${pkg.UnitNumber}`}
        </Fact>
        <Fact label={label('LabelCourier').text}>{courierName(pkg)}</Fact>
        <Fact label={label('LabelTrackingNumber').text}>{pkg.TrackingNumber}</Fact>
        <Fact label={label('LabelPackageNumber').text}>
          <RecordLink kind="package" id={pkg.Id}>
            {pkg.PackageNumber}
          </RecordLink>
        </Fact>
        <Fact label={t('LabelDroppedOff').text}>
          <When at={pkg.DropOffTime} timeZone={timeZone} />
        </Fact>
        {!isOutbound && (
          <Fact label={t('LabelExpires').text}>{pkg.ExpiryTime && <When at={pkg.ExpiryTime} timeZone={timeZone} exact />}</Fact>
        )}
      </dl>
    </div>
  )
}

/** A labelled value; nothing without a value. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  ) : null
