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
import type { AlertKind } from '#features/kiosks/alert-kinds.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { alertMessage } from '../alert-message.ts'
import type { Alert } from '../contract.ts'
import { t } from '../messages.ts'
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
  /** Called when a link is followed. */
  readonly onFollow?: (() => void) | undefined
}

/** Alerts, with links to their locker banks, lockers and agents; those that staff end have a button for it. */
export const AlertList = ({ alerts, label, onFollow }: Props) => (
  <ul className={classes.list} aria-label={label}>
    {alerts.map((alert) => (
      <li key={alert.Id} className={classes.entry}>
        <div className={classes.item}>
          <span className={classes.bank}>
            <RecordLink kind="lockerBank" id={alert.LockerBankId} onClick={onFollow}>
              {alert.LockerBankName}
            </RecordLink>
          </span>
          <AlertMark alert={alert} onFollow={onFollow} />
          <span className={classes.quiet}>
            <RecordLink kind="property" id={alert.PropertyId} onClick={onFollow}>
              {alert.PropertyName}
            </RecordLink>
            {' · '}
            <AlertTimes alert={alert} />
          </span>
        </div>
        <AlertDone alert={alert} />
      </li>
    ))}
  </ul>
)

/** An alert's icon and text, grey after its end; a link to its agent, else to its locker. */
export function AlertMark({ alert, onFollow }: { alert: Alert } & Pick<Props, 'onFollow'>) {
  const { AgentId, LockerName, LockerBankId } = alert
  const { icon, meaning } = ALERT_SIGNS[alert.Kind]
  const record = AgentId
    ? ({ kind: 'agent', id: AgentId } as const)
    : ({ kind: 'locker', id: LockerName, of: LockerBankId } as const)
  return (
    <RecordLink {...record} onClick={onFollow}>
      <StatusBadge kind={alert.EndedAt ? 'off' : meaning} icon={icon}>
        {alertMessage(alert).text}
      </StatusBadge>
    </RecordLink>
  )
}

/** Begin, end and who ended it; for an open alert the begin, and since when it may be over. */
export function AlertTimes({ alert: { BeganAt, BackAt, EndedAt, EndedBy, PropertyTimezoneId } }: { alert: Alert }) {
  if (EndedAt)
    return (
      <>
        <When exact at={BeganAt} timeZone={PropertyTimezoneId} /> – <When exact at={EndedAt} timeZone={PropertyTimezoneId} />
        {EndedBy && `, ${t('AlertEndedBy', { name: EndedBy }).text}`}
      </>
    )
  return (
    <>
      <When at={BeganAt} timeZone={PropertyTimezoneId} />
      {BackAt && (
        <>
          , {t('AlertBack').text} <When at={BackAt} timeZone={PropertyTimezoneId} />
        </>
      )}
    </>
  )
}
