import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { currentLanguage } from '#platform/define-messages.ts'
import { followNetwork, useConnection } from '../api/connection.ts'
import { t } from '../messages.ts'
import classes from './connection-banner.module.css'

/**
 * Shown above the page while the server is out of reach, with the time of the last data. `data-lost` on the document greys the
 * elements with `data-live` (theme.css).
 */
export function ConnectionBanner() {
  const { isLost, heardAt } = useConnection()
  useEffect(followNetwork, [])
  useEffect(() => {
    document.documentElement.toggleAttribute('data-lost', isLost)
  }, [isLost])
  if (!isLost) return null
  const time = new Date(heardAt).toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div role="alert" className={classes.banner}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>{t('MsgConnectionLost', { time }).text}</span>
    </div>
  )
}
