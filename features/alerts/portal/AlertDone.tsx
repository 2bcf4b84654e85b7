import { Button } from '@mantine/core'
import { LOCKER_CARE } from '#features/kiosks/access.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { alertMessage } from '../alert-message.ts'
import { type Alert, alerts } from '../contract.ts'
import { t } from '../messages.ts'

/** Ends an alert that no state shows to be settled. */
export function AlertDone({ alert }: { alert: Alert }) {
  const isConnectionLost = useIsConnectionLost()
  const may = useMay(...LOCKER_CARE)
  const end = useChange(alerts.done, {
    refreshes: [alerts.open, alerts.ended],
    title: t('MsgAlertDoneFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  if (!alert.IsEndedByStaff || !may) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={end.isPending}
      disabled={isConnectionLost}
      aria-label={t('AlertDoneOf', { alert: alertMessage(alert).text, bank: alert.LockerBankName }).text}
      onClick={() => end.mutate({ params: { alertId: alert.Id } })}
    >
      {t('AlertDone').text}
    </Button>
  )
}
