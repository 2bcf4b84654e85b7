import { IconBan, IconHandStop, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t as tKiosk } from '#features/kiosks/messages.ts'
import { t as tOpenings } from '#features/kiosks/opening-messages.ts'
import { lockerCategory } from '#features/layout/model.ts'
import { useBrake } from '#features/openings/portal/shared/use-brake.ts'
import type { CabinetLocker, SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import classes from '../bank/bank.module.css'

/** Whether a locker is mapped and not disabled. */
export const isOpenable = ({ LockerState, IsDeviceAssociated }: Pick<CabinetLocker, 'LockerState' | 'IsDeviceAssociated'>) =>
  lockerCategory({ state: LockerState, isMapped: IsDeviceAssociated }) !== 'disabled'

/** Why this locker cannot be opened at all (spec 1 §4). */
export function LockerNotice({ bank, locker }: { bank: SummaryRow; locker: CabinetLocker }) {
  const brake = useBrake()
  if (brake.data?.IsStopped)
    return (
      <Notice
        icon={<IconHandStop size={20} aria-hidden />}
        title={t('MsgLockerBankNotAvailable').text}
        text={tOpenings('MsgOpeningStopped').text}
      />
    )
  if (bank.Status !== 'ONLINE')
    return (
      <Notice
        icon={<IconPlugConnectedX size={20} aria-hidden />}
        title={t('MsgLockerBankNotAvailable').text}
        text={tKiosk('MsgLockerBankOffline').text}
      />
    )
  if (isOpenable(locker)) return null
  return (
    <Notice
      icon={<IconBan size={20} aria-hidden />}
      title={t('MsgLockerNotAvailable').text}
      text={tKiosk('MsgLockerNotMapped').text}
    />
  )
}

const Notice = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <div className={classes.notice}>
    {icon}
    <div>
      <strong>{title}</strong>
      <div>{text}</div>
    </div>
  </div>
)
