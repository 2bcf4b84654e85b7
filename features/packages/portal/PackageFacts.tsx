import { Anchor } from '@mantine/core'
import type { PackageDetail } from '../contract.ts'
import { GROUPS } from '../statuses.ts'
import { say } from '../viewer-messages.ts'
import { Fact, FactTime, Section } from './facts.tsx'
import classes from './package.module.css'

/** Whose package it is, when what happened to it, and what stands on its label. */
export function PackageFacts({ pkg }: { pkg: PackageDetail }) {
  // Who gives something away is its sender, and nobody waits for it to be collected (spec 2 §4).
  const isOutbound = pkg.PackageStatus.GroupId === GROUPS.Outbound
  return (
    <>
      <Section title={say(isOutbound ? 'SectionSender' : 'SectionRecipient').text}>
        <dl className={classes.facts}>
          <Fact label={say('LabelResidentName').text}>{pkg.Name}</Fact>
          <Fact label={say('LabelUnitNumber').text}>{pkg.UnitNumber}</Fact>
          <Fact label={say('LabelEmail').text}>
            {pkg.EmailId && <Anchor href={`mailto:${encodeURIComponent(pkg.EmailId)}`}>{pkg.EmailId}</Anchor>}
          </Fact>
          <Fact label={say('LabelMobilePhone').text}>
            {pkg.MobilePhone && <Anchor href={`tel:${pkg.MobilePhone.replace(/[^+\d]/g, '')}`}>{pkg.MobilePhone}</Anchor>}
          </Fact>
        </dl>
      </Section>
      <Section title={say('SectionTimes').text}>
        <dl className={classes.facts}>
          <FactTime label={say('LabelDropOffTime').text} at={pkg.DropOffTime} propertyId={pkg.PropertyId} />
          {!isOutbound && <FactTime label={say('LabelExpiryTime').text} at={pkg.ExpiryTime} propertyId={pkg.PropertyId} />}
          <FactTime label={say('LabelCollectionTime').text} at={pkg.CollectionTime} propertyId={pkg.PropertyId} />
          <FactTime label={say('LabelRecoveryTime').text} at={pkg.RecoveryTime} propertyId={pkg.PropertyId} />
          <FactTime label={say('LabelLastChange').text} at={pkg.LastTransactionDate} propertyId={pkg.PropertyId} />
        </dl>
      </Section>
      <Section title={say('SectionLabel').text}>
        <dl className={classes.facts}>
          <Fact label={say('LabelCourier').text}>{pkg.CourierName}</Fact>
          <Fact label={say('LabelTrackingNumber').text}>{pkg.TrackingNumber}</Fact>
          <Fact label={say('LabelPackageNumber').text}>{pkg.PackageNumber}</Fact>
          <Fact label={say('LabelAdviceTag').text}>{pkg.AdviceTag}</Fact>
          <Fact label={say('LabelNote').text}>{pkg.Note}</Fact>
        </dl>
      </Section>
    </>
  )
}
