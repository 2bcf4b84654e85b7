import { type Icon, IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

/** The meanings: working, in use, needs attention, stopped, not in use. */
export type MeaningKind = 'good' | 'used' | 'look' | 'stop' | 'off'
const ICONS = {
  good: IconCircleCheck,
  used: IconCircleCheck,
  look: IconAlertTriangle,
  stop: IconCircleX,
  off: IconCircleMinus,
} as const

/** A state as text with its colour and icon (or a more specific `icon`), so that it does not depend on the colour. */
export function StatusBadge({ kind, icon, children }: { kind: MeaningKind; icon?: Icon; children: ReactNode }) {
  const Icon = icon ?? ICONS[kind]
  return (
    <span className={classes.meaning} data-kind={kind}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
