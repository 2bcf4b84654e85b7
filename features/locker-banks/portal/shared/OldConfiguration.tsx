import { IconRefreshAlert } from '@tabler/icons-react'
import { oldConfiguration } from '../../rules.ts'
import classes from '../locker-bank.module.css'

/** A notice for a bank whose kiosk runs an older configuration than the published one; nothing for other banks. */
export function OldConfiguration({ bank }: { bank: Parameters<typeof oldConfiguration>[0] }) {
  const notice = oldConfiguration(bank)
  return (
    notice && (
      <span className={classes.old}>
        <IconRefreshAlert size={14} stroke={2} aria-hidden />
        {notice.text}
      </span>
    )
  )
}
