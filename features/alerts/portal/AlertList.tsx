import {
  type Icon,
  IconDoor,
  IconFileOff,
  IconPackageOff,
  IconPlugConnectedX,
  IconShieldExclamation,
  IconStack2,
  IconUserX,
} from '@tabler/icons-react'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { Alert, AlertKind } from '../contract.ts'
import { t } from '../messages.ts'
import { alertMessage, placeOf } from '../words.ts'
import { AlertDone } from './AlertDone.tsx'
import classes from './alerts.module.css'

export const ALERT_SIGNS: Readonly<Record<AlertKind, { readonly icon: Icon; readonly meaning: MeaningKind }>> = {
  offline: { icon: IconPlugConnectedX, meaning: 'stop' },
  'door-open': { icon: IconDoor, meaning: 'look' },
  'nearly-full': { icon: IconStack2, meaning: 'look' },
  'drop-off-refused': { icon: IconPackageOff, meaning: 'stop' },
  'codes-tried': { icon: IconShieldExclamation, meaning: 'stop' },
  'pins-tried': { icon: IconShieldExclamation, meaning: 'stop' },
  'openings-limited': { icon: IconShieldExclamation, meaning: 'stop' },
  'login-locked': { icon: IconUserX, meaning: 'look' },
  'event-refused': { icon: IconFileOff, meaning: 'look' },
}

type Props = {
  readonly alerts: readonly Alert[]
  readonly label: string
  /** Called on a click, which opens the alert's locker bank. */
  readonly onFollow?: () => void
}

/** Alerts, each a link to its locker bank and locker; those that staff end have a button for it. */
export const AlertList = ({ alerts, label, onFollow }: Props) => (
  <ul className={classes.list} aria-label={label}>
    {alerts.map((alert) => (
      <li key={alert.Id} className={classes.entry}>
        <ScreenLink to={placeOf(alert)} className={classes.item} onClick={onFollow}>
          <span className={classes.bank}>{alert.LockerBankName}</span>
          <AlertMark alert={alert} />
          <span className={classes.quiet}>
            {alert.PropertyName} · <AlertTimes alert={alert} />
          </span>
        </ScreenLink>
        <AlertDone alert={alert} />
      </li>
    ))}
  </ul>
)

/** An alert's icon and text; grey after its end. */
export function AlertMark({ alert }: { alert: Alert }) {
  const { icon, meaning } = ALERT_SIGNS[alert.Kind]
  return (
    <StatusBadge kind={alert.EndedAt ? 'off' : meaning} icon={icon}>
      {alertMessage(alert).text}
    </StatusBadge>
  )
}

/** Begin and end; for an open alert the begin, and since when it may be over. */
export function AlertTimes({ alert: { BeganAt, BackAt, EndedAt, PropertyId } }: { alert: Alert }) {
  if (EndedAt)
    return (
      <>
        <When exact at={BeganAt} propertyId={PropertyId} /> – <When exact at={EndedAt} propertyId={PropertyId} />
      </>
    )
  return (
    <>
      <When at={BeganAt} propertyId={PropertyId} />
      {BackAt && (
        <>
          , {t('AlertBack').text} <When at={BackAt} propertyId={PropertyId} />
        </>
      )}
    </>
  )
}
