import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { currentLanguage } from '#platform/define-messages.ts'
import { bannerTime, followNetwork, useConnection } from '../api/connection.ts'
import { t } from '../messages.ts'
import classes from './connection-banner.module.css'

/**
 * Shown above the page while the server is out of reach or its database does not respond, with the time of the last data. `data-lost` on the document greys the
 * elements with `data-live` (theme.css).
 */
export function ConnectionBanner() {
  const { isLost, cause, heardAt } = useConnection()
  useEffect(followNetwork, [])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-lost', isLost)
  }, [isLost])
  if (!isLost) return null
  const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: bannerTime.zone } as const
  const time = new Date(heardAt).toLocaleString(currentLanguage(), format)
  return (
    <div role="alert" className={classes.banner} data-not-printed>
      <IconAlertTriangle size={20} aria-hidden />
      <span>{t(cause === 'busy' ? 'MsgServerWaits' : 'MsgConnectionLost', { time }).text}</span>
    </div>
  )
}
