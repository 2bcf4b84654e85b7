import type { PackageDetail } from '../contract.ts'
import { isLive, statusById } from '../statuses.ts'
import { say } from '../viewer-messages.ts'
import { Fact, Section } from './facts.tsx'
import classes from './package.module.css'

/** Where the package is, or was last. */
export function PackagePlace({ pkg }: { pkg: PackageDetail }) {
  const status = statusById(pkg.StatusId)
  const isHere = status !== undefined && isLive(status)
  return (
    <Section title={say(isHere ? 'SectionPlace' : 'SectionLastPlace').text}>
      <dl className={classes.facts}>
        <Fact label={say('LabelLocker').text}>
          {pkg.LockerName && [pkg.LockerName, pkg.LockerStateDescription].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={say('LabelLockerBank').text}>{pkg.LockerBankName}</Fact>
        <Fact label={say('LabelMailroom').text}>{pkg.MailRoomName}</Fact>
        <Fact label={say('LabelBuilding').text}>{pkg.BuildingName}</Fact>
        <Fact label={say('LabelProperty').text}>{pkg.PropertyName}</Fact>
      </dl>
    </Section>
  )
}
