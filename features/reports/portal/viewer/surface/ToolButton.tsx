import type { IconRefresh } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './viewer.module.css'

export type Icon = typeof IconRefresh
type Props = ComponentPropsWithRef<'button'> & { name: string; icon: Icon; isBusy?: boolean }

/** An icon button of the viewer; its name is its accessible name and tooltip. */
export const ToolButton = ({ name, icon: Shape, isBusy = false, ...rest }: Props) => (
  <button type="button" className={classes.tool} aria-label={name} title={name} aria-busy={isBusy || undefined} {...rest}>
    <Shape size={18} aria-hidden />
  </button>
)
