import { IconClock, IconPlugConnectedX } from '@tabler/icons-react'
import { useLiveState } from '#features/live/portal/shared/use-live.ts'
import { useIsConnectionLost } from '#platform/portal/api/connection.ts'
import { useNow, useTimeText } from '#platform/portal/ui/times.tsx'
import { t } from '../messages.ts'
import { refreshAge } from '../refresh-age.ts'
import classes from './dashboards.module.css'

/**
 * The age of the data on the screen, and whether live updates are connected; their time while the connection is lost. `at`: ms since 1970, 0 before the first load.
 */
export function RefreshAge({ at }: { at: number }) {
  const now = useNow()
  const isConnectionLost = useIsConnectionLost()
  const isLive = useLiveState() === 'open' && !isConnectionLost
  const { dateTime } = useTimeText()
  if (at === 0) return null
  const Icon = isLive ? IconClock : IconPlugConnectedX
  return (
    <span className={classes.age} title={isConnectionLost ? undefined : t(isLive ? 'HintLive' : 'HintNotLive').text}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{t('LabelRefreshed').text}</span>
      <span>{isConnectionLost ? dateTime(new Date(at).toISOString()) : refreshAge(new Date(at), new Date(now))}</span>
    </span>
  )
}
