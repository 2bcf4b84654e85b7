import { CloseButton, Group, Title } from '@mantine/core'
import { LOCKER_CARE } from '#features/kiosks/access.ts'
import { t as tLayout } from '#features/layout/messages.ts'
import { LOCKER_CATEGORIES, type LockerCategory, lockerCategory, modeLabel, sizeLabel } from '#features/layout/model.ts'
import { STATE_MARKS } from '#features/layout/portal/shared/marks.tsx'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { May, useMay } from '#platform/portal/session/viewer.tsx'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { type CabinetLocker, dashboards, type SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import classes from '../bank/bank.module.css'
import { ConditionMenu } from './ConditionMenu.tsx'
import { LockerHistory } from './LockerHistory.tsx'
import { LockerNotice } from './LockerNotice.tsx'
import { OpenForm } from './OpenForm.tsx'
import { PackageFacts } from './PackageFacts.tsx'
import { useFocusFromDoor } from './use-focus-from-door.ts'
import type { Openings } from './use-openings.ts'

const KINDS: Readonly<Record<LockerCategory, MeaningKind>> = {
  available: 'good',
  occupied: 'used',
  dirty: 'look',
  outOfService: 'stop',
  disabled: 'off',
}

type Props = { bank: SummaryRow; locker: CabinetLocker; openings: Openings; close: () => void }

/** One locker: its state, its packages, and the actions on both (spec 1 §2, §4). */
export function LockerPanel({ bank, locker: drawn, openings, close }: Props) {
  const mayOpen = useMay('OpenLocker')
  const heading = useFocusFromDoor(drawn.Id)
  const detail = useCall(dashboards.locker, {
    params: { lockerBankId: bank.LockerBankId, name: drawn.LockerName },
    query: { IncludePackageInfo: 'true' },
  })
  // State and packages are shown from one reply; the cabinet's reply may be older or newer.
  const locker = detail.data
    ? { ...drawn, LockerState: detail.data.StateAsString, IsDeviceAssociated: detail.data.IsMapped }
    : drawn
  const category = lockerCategory({ state: locker.LockerState, isMapped: locker.IsDeviceAssociated })
  const traits = [
    sizeLabel('locker', locker.Size) && t('LockerSize', { size: sizeLabel('locker', locker.Size)! }).text,
    modeLabel(locker.LockerMode),
    locker.IsDDAReserved && t('LockerAccessible').text,
  ]
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title ref={heading} order={2} tabIndex={-1}>
            {t('LockerName', { name: locker.LockerName }).text}
          </Title>
          <span className={classes.quiet}>{traits.filter(Boolean).join(' · ')}</span>
        </div>
        <CloseButton aria-label={t('CloseLocker').text} onClick={close} />
      </Group>
      <Group justify="space-between">
        <StatusBadge kind={KINDS[category]} icon={STATE_MARKS[category].icon}>
          {LOCKER_CATEGORIES[category]}
        </StatusBadge>
        <May permission={LOCKER_CARE}>
          <ConditionMenu lockerBankId={bank.LockerBankId} locker={locker} />
        </May>
      </Group>
      <LockerNotice bank={bank} locker={locker} />
      <Loaded query={detail} failure={tLayout('MsgLockerDetailFailed').text}>
        {({ Packages }) =>
          mayOpen ? (
            <OpenForm bank={bank} locker={locker} packages={Packages} openings={openings} />
          ) : (
            Packages.map((one) => <PackageFacts key={one.Id} pkg={one} timeZone={bank.PropertyTimezoneId} />)
          )
        }
      </Loaded>
      <LockerHistory bank={bank} lockerId={locker.Id} />
    </div>
  )
}
