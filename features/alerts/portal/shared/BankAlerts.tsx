import { t } from '../../messages.ts'
import { AlertDone } from '../AlertDone.tsx'
import { AlertMark, AlertTimes } from '../AlertList.tsx'
import classes from '../alerts.module.css'
import { useOpenAlerts } from './use-alerts.ts'

/** The open alerts of one locker bank, in a line above it; a door's alert links to the door. */
export function BankAlerts({ lockerBankId }: { lockerBankId: string }) {
  const alerts = useOpenAlerts().data?.filter((alert) => alert.LockerBankId === lockerBankId) ?? []
  if (alerts.length === 0) return null
  return (
    <ul className={classes.ofBank} aria-label={t('TitleAlerts').text}>
      {alerts.map((alert) => (
        <li key={alert.Id} className={classes.alert}>
          <AlertMark alert={alert} />
          <span className={classes.quiet}>
            <AlertTimes alert={alert} />
          </span>
          <AlertDone alert={alert} />
        </li>
      ))}
    </ul>
  )
}
