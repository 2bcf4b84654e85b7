import { IconBan, IconPlugConnectedX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t as sayOfKiosk } from '#features/kiosks/messages.ts'
import type { CabinetLocker, SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import classes from '../bank/bank.module.css'
import { isOpenable } from './is-openable.ts'

/** What stands against opening this locker at all (spec 1 §4). */
export function LockerNotice({ bank, locker }: { bank: SummaryRow; locker: CabinetLocker }) {
  if (bank.Status !== 'ONLINE')
    return (
      <Notice
        icon={<IconPlugConnectedX size={20} aria-hidden />}
        title={t('MsgLockerBankNotAvailable').text}
        text={sayOfKiosk('MsgLockerBankOffline').text}
      />
    )
  if (isOpenable(locker)) return null
  return (
    <Notice
      icon={<IconBan size={20} aria-hidden />}
      title={t('MsgLockerNotAvailable').text}
      text={sayOfKiosk('MsgLockerNotMapped').text}
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
