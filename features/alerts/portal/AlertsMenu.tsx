import { ActionIcon, Loader, Popover } from '@mantine/core'
import { IconBell, IconBellRinging } from '@tabler/icons-react'
import { useState } from 'react'
import { useCall } from '#platform/portal/api/queries.ts'
import { useLeaving } from '#platform/portal/navigation/links.tsx'
import { ALERTS_KEPT_DAYS, alerts } from '../contract.ts'
import { t } from '../messages.ts'
import { AlertList } from './AlertList.tsx'
import classes from './alerts.module.css'
import { useAlertNews, useOpenAlerts } from './shared/use-alerts.ts'

/** Above this the badge shows '99+'. */
const MOST_SHOWN = 99

/** The alerts in the header: the number of open ones, and a menu with the open and the ended ones. */
export default function AlertsMenu() {
  useAlertNews()
  const count = useOpenAlerts().data?.length ?? 0
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  useLeaving(close)
  const words = t(count === 1 ? 'AlertsOne' : 'AlertsMany', { count }).text
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          className={classes.bell}
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={count > 0 ? words : t('TitleAlerts').text}
          onClick={() => setOpened(!opened)}
        >
          {count > 0 ? <IconBellRinging size={20} aria-hidden /> : <IconBell size={20} aria-hidden />}
          {count > 0 && (
            <span className={classes.count} aria-hidden>
              {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} data-live>
        <Choice close={close} />
      </Popover.Dropdown>
      <span role="status" className="visually-hidden">
        {count > 0 && words}
      </span>
    </Popover>
  )
}

function Choice({ close }: { close: () => void }) {
  const [which, setWhich] = useState<'open' | 'ended'>('open')
  const open = useOpenAlerts()
  const ended = useCall(alerts.ended, {}, { enabled: which === 'ended' })
  const days = ALERTS_KEPT_DAYS
  const { data: shown, isError } = which === 'open' ? open : ended
  const none = which === 'open' ? t('AlertsNone') : t('AlertsEndedNone', { days })
  return (
    <>
      <div className={classes.choice}>
        <button type="button" aria-pressed={which === 'open'} onClick={() => setWhich('open')}>
          {t('ChoiceOpen').text}
        </button>
        <button type="button" aria-pressed={which === 'ended'} onClick={() => setWhich('ended')}>
          {t('ChoiceEnded', { days }).text}
        </button>
      </div>
      {shown && shown.length > 0 && <AlertList alerts={shown} label={t('TitleAlerts').text} onFollow={close} />}
      {shown?.length === 0 && <p className={classes.none}>{none.text}</p>}
      {!shown && !isError && <Loader size="sm" />}
      {!shown && isError && <p className={classes.none}>{t('MsgAlertsFailed').text}</p>}
    </>
  )
}
