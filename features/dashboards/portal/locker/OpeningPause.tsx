import { IconHourglass } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { t } from '../../messages.ts'
import classes from '../bank/bank.module.css'

/** From this many seconds on the rest of a pause is shown in minutes. */
const IN_MINUTES = 120

/** A limit of remote opening that was reached: its reason, and until when (in ms since 1970) no locker can be opened. */
export type Pause = { readonly reason: string; readonly until: number }

/** Whole seconds until the end of a pause, updated every second; 0 without one and after it. */
export function usePauseSeconds(pause: Pause | null): number {
  const [now, setNow] = useState(Date.now)
  const seconds = pause ? Math.max(0, Math.ceil((pause.until - now) / 1000)) : 0
  useEffect(() => {
    if (!pause) return
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= pause.until) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [pause])
  return seconds
}

/** Why no locker can be opened for now, and for how long; only the reason is announced. */
export function OpeningPause({ pause, seconds }: { pause: Pause; seconds: number }) {
  const rest =
    seconds >= IN_MINUTES
      ? t('OpeningPausedMinutes', { minutes: Math.ceil(seconds / 60) })
      : t('OpeningPausedSeconds', { seconds })
  return (
    <div className={classes.notice}>
      <IconHourglass size={20} aria-hidden />
      <div>
        <strong role="alert">{pause.reason}</strong>
        <div role="timer">{rest.text}</div>
      </div>
    </div>
  )
}
