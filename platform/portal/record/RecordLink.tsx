import type { ReactNode } from 'react'
import { ScreenLink } from '../navigation/links.tsx'
import { useViewer } from '../session/viewer.tsx'
import { type RecordRef, recordPath } from './record-kinds.ts'
import classes from './record-link.module.css'

/** The name of a record as a link to it, for users who may open it; plain for others. See docs/how-to/add-a-screen.md. */
export function RecordLink({
  children,
  onClick,
  ...record
}: RecordRef & { children: ReactNode; onClick?: (() => void) | undefined }) {
  const path = recordPath(record, useViewer().permissions)
  if (!path || !children) return children
  return (
    <ScreenLink to={path} className={classes.link} onClick={onClick}>
      {children}
    </ScreenLink>
  )
}
