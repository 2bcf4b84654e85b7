import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { isLive, statusById } from '#features/package-statuses/statuses.ts'
import { t as label } from '#platform/labels.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import type { PackageDetail } from '../contract.ts'
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
          {LockerName && (
            <>
              <RecordLink kind="locker" id={LockerName} of={LockerBankId}>
                {LockerName}
              </RecordLink>
              {pkg.LockerStateDescription && ` · ${pkg.LockerStateDescription}`}
            </>
          )}
        </Fact>
        <Fact label={label('LabelLockerBank').text}>
          {LockerBankName && (
            <RecordLink kind="lockerBank" id={LockerBankId}>
              {LockerBankName}
            </RecordLink>
          )}
        </Fact>
        <Fact label={label('LabelMailroom').text}>
          {pkg.MailRoomName && (
            <RecordLink kind="mailroom" id={pkg.MailRoomId}>
              {pkg.MailRoomName}
            </RecordLink>
          )}
        </Fact>
        <Fact label={label('LabelBuilding').text}>{buildingName(pkg)}</Fact>
        <Fact label={label('LabelProperty').text}>{propertyName(pkg)}</Fact>
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
