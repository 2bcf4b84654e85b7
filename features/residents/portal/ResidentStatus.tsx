import { IconAccessible, IconBellOff, IconHomeCheck, IconHomeDown, IconHomeOff, IconPlane } from '@tabler/icons-react'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t } from '../messages.ts'
import { OCCUPANCY } from '../rules.ts'
import classes from './resident.module.css'

type Resident = {
  readonly Status: string
  readonly IsActive: boolean
  readonly OccupancyStatus: number
  readonly IsOutofTown: boolean
  readonly IsDisabled: boolean
  readonly HasOptedOut: boolean
}

/** A resident's status badge, followed by the flags. */
export function ResidentStatus({ resident }: { resident: Resident }) {
  const isComing = resident.IsActive && resident.OccupancyStatus === OCCUPANCY.MovingIn
  const Icon = resident.IsActive ? (isComing ? IconHomeDown : IconHomeCheck) : IconHomeOff
  const flags = [
    { is: resident.IsOutofTown, Icon: IconPlane, text: t('FlagOutOfTown').text },
    { is: resident.IsDisabled, Icon: IconAccessible, text: t('FlagSpecialNeeds').text },
    { is: resident.HasOptedOut, Icon: IconBellOff, text: t('FlagOptOut').text },
  ].filter(({ is }) => is)
  return (
    <span className={classes.status}>
      <StatusBadge kind={resident.IsActive ? 'good' : 'off'} icon={Icon}>
        {resident.Status}
      </StatusBadge>
      {flags.map(({ Icon: Sign, text }) => (
        <span key={text} className={classes.flag} title={text} role="img" aria-label={text}>
          <Sign size={16} aria-hidden />
        </span>
      ))}
    </span>
  )
}
