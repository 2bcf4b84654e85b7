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
import { memo } from 'react'
import { t } from '../../../messages.ts'
import classes from '../designer.module.css'
import type { Designer } from './designer.ts'

type Props = {
  designer: Designer
  /** Why there can be no copy of a column, nor of a locker; null when there can. */
  noCopy: string | null
  /** Why there can be no terminal; null when there can. */
  noTerminal: string | null
  noLocker: string | null
  noColumn: string | null
  canUndo: boolean
  canRedo: boolean
  onTemplate: () => void
}

const ICON = { size: 18, 'aria-hidden': true } as const

/** What a layout is built with. */
export const Toolbar = memo(function Toolbar({ designer, ...props }: Props) {
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('ToolbarLabel').text}>
      <Tool icon={<IconColumns3 {...ICON} />} why={props.noColumn} onClick={() => designer.addColumn()}>
        {t('ButtonAddColumn').text}
      </Tool>
      <Tool icon={<IconLayoutColumns {...ICON} />} why={props.noLocker} onClick={() => designer.addLocker('locker')}>
        {t('ButtonAddLocker').text}
      </Tool>
      <Tool icon={<IconDeviceDesktop {...ICON} />} why={props.noTerminal} onClick={() => designer.addLocker('terminal')}>
        {t('ButtonAddTerminal').text}
      </Tool>
      <Tool icon={<IconCopy {...ICON} />} why={props.noCopy} onClick={() => designer.duplicateColumn()}>
        {t('ButtonDuplicateColumn').text}
      </Tool>
      <Tool icon={<IconTemplate {...ICON} />} why={props.noColumn} onClick={props.onTemplate}>
        {t('ButtonTemplate').text}
      </Tool>
      <span className={classes.gap} />
      <span className={classes.together}>
        <Tool icon={<IconArrowBackUp {...ICON} />} why={props.canUndo ? null : ''} onClick={() => designer.undo()} hint="Ctrl+Z">
          {t('ButtonUndo').text}
        </Tool>
        <Tool
          icon={<IconArrowForwardUp {...ICON} />}
          why={props.canRedo ? null : ''}
          onClick={() => designer.redo()}
          hint="Ctrl+Shift+Z"
        >
          {t('ButtonRedo').text}
        </Tool>
      </span>
    </div>
  )
})

type ToolProps = { icon: React.ReactNode; why: string | null; hint?: string; onClick: () => void; children: string }
function Tool({ icon, why, hint, onClick, children }: ToolProps) {
  return (
    <Button variant="default" leftSection={icon} disabled={why !== null} title={why || hint} onClick={onClick}>
      {children}
    </Button>
  )
}
