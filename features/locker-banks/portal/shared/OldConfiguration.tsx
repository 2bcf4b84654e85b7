import { IconRefreshAlert } from '@tabler/icons-react'
import { oldConfiguration } from '../../rules.ts'
import classes from '../locker-bank.module.css'

/** Says that a bank's kiosk works with an older configuration than was published last; nothing of any other. */
export function OldConfiguration({ bank }: { bank: Parameters<typeof oldConfiguration>[0] }) {
  const said = oldConfiguration(bank)
  return (
    said && (
      <span className={classes.old}>
        <IconRefreshAlert size={14} stroke={2} aria-hidden />
        {said.text}
      </span>
    )
  )
}
