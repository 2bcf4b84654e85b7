import type { ReactNode } from 'react'
import { ScreenLink } from '../navigation/links.tsx'
import classes from './record-link.module.css'
import { type RecordRef, useRecordPath } from './record-path.ts'

/** The name of a record as a link to it, for users who may open it; plain for others. See docs/how-to/add-a-screen.md. */
export function RecordLink({
  children,
  onClick,
  ...record
}: RecordRef & { children: ReactNode; onClick?: (() => void) | undefined }) {
  const path = useRecordPath(record)
  if (!path || !children) return children
  return (
    <ScreenLink to={path} className={classes.link} onClick={onClick}>
      {children}
    </ScreenLink>
  )
}
