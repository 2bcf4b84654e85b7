import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconColumns3,
  IconCopy,
  IconDeviceDesktop,
  IconLayoutColumns,
  IconTemplate,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { t } from '#features/layout/messages.ts'
import classes from '../designer.module.css'
import type { Designer } from './designer-store.ts'

type Props = {
  designer: Designer
  /** Why a tool cannot be used; null when it can. */
  noColumn: string | null
  noCopy: string | null
  noLocker: string | null
  noTerminal: string | null
  canUndo: boolean
  canRedo: boolean
  onTemplate: () => void
}

const ICON = { size: 18, 'aria-hidden': true } as const

/** The tools that add columns and lockers, and undo and redo. */
export const Toolbar = memo(function Toolbar({ designer: { dispatch }, ...props }: Props) {
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('ToolbarLabel').text}>
      <Tool icon={<IconColumns3 {...ICON} />} whyNot={props.noColumn} onClick={() => dispatch({ type: 'addColumn' })}>
        {t('ButtonAddColumn').text}
      </Tool>
      <Tool
        icon={<IconLayoutColumns {...ICON} />}
        whyNot={props.noLocker}
        onClick={() => dispatch({ type: 'addLocker', lockerType: 'locker' })}
      >
        {t('ButtonAddLocker').text}
      </Tool>
      <Tool
        icon={<IconDeviceDesktop {...ICON} />}
        whyNot={props.noTerminal}
        onClick={() => dispatch({ type: 'addLocker', lockerType: 'terminal' })}
      >
        {t('ButtonAddTerminal').text}
      </Tool>
      <Tool icon={<IconCopy {...ICON} />} whyNot={props.noCopy} onClick={() => dispatch({ type: 'duplicateColumn' })}>
        {t('ButtonDuplicateColumn').text}
      </Tool>
      <Tool icon={<IconTemplate {...ICON} />} whyNot={props.noColumn} onClick={props.onTemplate}>
        {t('ButtonTemplate').text}
      </Tool>
      <span className={classes.spacer} />
      <span className={classes.undoRedo}>
        <Tool
          icon={<IconArrowBackUp {...ICON} />}
          whyNot={props.canUndo ? null : ''}
          onClick={() => dispatch({ type: 'undo' })}
          hint="Ctrl+Z"
        >
          {t('ButtonUndo').text}
        </Tool>
        <Tool
          icon={<IconArrowForwardUp {...ICON} />}
          whyNot={props.canRedo ? null : ''}
          onClick={() => dispatch({ type: 'redo' })}
          hint="Ctrl+Shift+Z"
        >
          {t('ButtonRedo').text}
        </Tool>
      </span>
    </div>
  )
})

type ToolProps = { icon: ReactNode; whyNot: string | null; hint?: string; onClick: () => void; children: string }
function Tool({ icon, whyNot, hint, onClick, children }: ToolProps) {
  return (
    <Button variant="default" leftSection={icon} disabled={whyNot !== null} title={whyNot || hint} onClick={onClick}>
      {children}
    </Button>
  )
}
