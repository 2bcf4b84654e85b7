import { Anchor } from '@mantine/core'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { t as label } from '#platform/labels.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import type { PackageDetail } from '../contract.ts'
import { t } from '../viewer-messages.ts'
import { Fact, FactTime, Section } from './facts.tsx'
import classes from './package.module.css'

/** A package's recipient, times and label. */
export function PackageFacts({ pkg }: { pkg: PackageDetail }) {
  // An outbound package has a sender instead of a recipient, and does not expire (spec 2 §4).
  const isOutbound = pkg.PackageStatus.GroupId === GROUPS.Outbound
  return (
    <>
      <Section title={label(isOutbound ? 'LabelSender' : 'LabelRecipient').text}>
        <dl className={classes.facts}>
          <Fact label={t('LabelResidentName').text}>
            <RecordLink kind="resident" id={pkg.ResidentId}>
              {pkg.Name}
            </RecordLink>
          </Fact>
          <Fact label={label('LabelUnitNumber').text}>{pkg.UnitNumber}</Fact>
          <Fact label={label('LabelEmail').text}>
            {pkg.EmailId && <Anchor href={`mailto:${encodeURIComponent(pkg.EmailId)}`}>{pkg.EmailId}</Anchor>}
          </Fact>
          <Fact label={label('LabelMobilePhone').text}>
            {pkg.MobilePhone && <Anchor href={`tel:${pkg.MobilePhone.replace(/[^+\d]/g, '')}`}>{pkg.MobilePhone}</Anchor>}
          </Fact>
        </dl>
      </Section>
      <Section title={t('SectionTimes').text}>
        <dl className={classes.facts}>
          <FactTime label={t('LabelDropOffTime').text} at={pkg.DropOffTime} timeZone={pkg.PropertyTimezoneId} />
          {!isOutbound && <FactTime label={label('LabelExpiry').text} at={pkg.ExpiryTime} timeZone={pkg.PropertyTimezoneId} />}
          <FactTime label={t('LabelCollectionTime').text} at={pkg.CollectionTime} timeZone={pkg.PropertyTimezoneId} />
          <FactTime label={t('LabelRecoveryTime').text} at={pkg.RecoveryTime} timeZone={pkg.PropertyTimezoneId} />
          <FactTime label={t('LabelLastChange').text} at={pkg.LastTransactionDate} timeZone={pkg.PropertyTimezoneId} />
        </dl>
      </Section>
      <Section title={t('SectionLabel').text}>
        <dl className={classes.facts}>
          <Fact label={label('LabelCourier').text}>{courierName(pkg.IsCourierRemoved ? { ...pkg, CourierId: null } : pkg)}</Fact>
          <Fact label={label('LabelTrackingNumber').text}>{pkg.TrackingNumber}</Fact>
          <Fact label={label('LabelPackageNumber').text}>{pkg.PackageNumber}</Fact>
          <Fact label={t('LabelAdviceTag').text}>{pkg.AdviceTagName}</Fact>
          <Fact label={t('LabelNote').text}>{pkg.Note}</Fact>
        </dl>
      </Section>
    </>
  )
}
