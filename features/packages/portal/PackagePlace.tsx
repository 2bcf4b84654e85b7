import type { PackageDetail } from '../contract.ts'
import { isLive, statusById } from '../statuses.ts'
import { say } from '../viewer-messages.ts'
import { Fact, Section } from './facts.tsx'
import classes from './package.module.css'
import { YouAreHere } from './YouAreHere.tsx'

/** Where the package is, or was last. */
export function PackagePlace({ pkg }: { pkg: PackageDetail }) {
  const status = statusById(pkg.StatusId)
  const isHere = status !== undefined && isLive(status)
  const { LockerBankId, LockerId, LockerBankName, LockerName } = pkg
  return (
    <Section title={say(isHere ? 'SectionPlace' : 'SectionLastPlace').text}>
      <dl className={classes.facts}>
        <Fact label={say('LabelLocker').text}>
          {LockerName && [LockerName, pkg.LockerStateDescription].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={say('LabelLockerBank').text}>{LockerBankName}</Fact>
        <Fact label={say('LabelMailroom').text}>{pkg.MailRoomName}</Fact>
        <Fact label={say('LabelBuilding').text}>{pkg.BuildingName}</Fact>
        <Fact label={say('LabelProperty').text}>{pkg.PropertyName}</Fact>
      </dl>
      {LockerBankId && LockerId && (
        <YouAreHere
          lockerBankId={LockerBankId}
          lockerId={LockerId}
          name={say('LockerOnDrawing', { locker: LockerName ?? '', bank: LockerBankName ?? '' }).text}
        />
      )}
    </Section>
  )
}
