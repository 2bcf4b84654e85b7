import { t as label } from '#platform/labels.ts'
import type { PackageDetail } from '../contract.ts'
import { isLive, statusById } from '../statuses.ts'
import { t } from '../viewer-messages.ts'
import { Fact, Section } from './facts.tsx'
import classes from './package.module.css'
import { YouAreHere } from './YouAreHere.tsx'

/** The package's place, or its last one. */
export function PackagePlace({ pkg }: { pkg: PackageDetail }) {
  const status = statusById(pkg.StatusId)
  const isHere = status !== undefined && isLive(status)
  const { LockerBankId, LockerId, LockerBankName, LockerName } = pkg
  return (
    <Section title={t(isHere ? 'SectionPlace' : 'SectionLastPlace').text}>
      <dl className={classes.facts}>
        <Fact label={label('LabelLocker').text}>
          {LockerName && [LockerName, pkg.LockerStateDescription].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={label('LabelLockerBank').text}>{LockerBankName}</Fact>
        <Fact label={label('LabelMailroom').text}>{pkg.MailRoomName}</Fact>
        <Fact label={label('LabelBuilding').text}>{pkg.BuildingName}</Fact>
        <Fact label={label('LabelProperty').text}>{pkg.PropertyName}</Fact>
      </dl>
      {LockerBankId && LockerId && (
        <YouAreHere
          lockerBankId={LockerBankId}
          lockerId={LockerId}
          name={t('LockerOnDrawing', { locker: LockerName ?? '', bank: LockerBankName ?? '' }).text}
        />
      )}
    </Section>
  )
}
