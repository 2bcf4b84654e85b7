import { t as tLockerBank } from '#features/locker-banks/messages.ts'
import { OldConfiguration } from '#features/locker-banks/portal/shared/OldConfiguration.tsx'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { SummaryRow } from '../contract.ts'
import classes from './dashboards.module.css'

/**
 * A bank's status, green when ONLINE and red otherwise (spec 1 §4), with the last heartbeat of one that is not, and whether its
 * kiosk runs the published configuration.
 */
export function BankStatus({ bank }: { bank: SummaryRow }) {
  const isOnline = bank.Status === 'ONLINE'
  return (
    <span className={classes.status}>
      <StatusBadge kind={isOnline ? 'good' : 'stop'}>{bank.Status}</StatusBadge>
      {!isOnline && bank.LastHeartBeat && (
        <span className={classes.quiet}>
          <When at={bank.LastHeartBeat} timeZone={bank.PropertyTimezoneId} />
        </span>
      )}
      {bank.PublishedVersion === 0 && <span className={classes.quiet}>{tLockerBank('LabelNotPublished').text}</span>}
      <OldConfiguration bank={bank} />
    </span>
  )
}
