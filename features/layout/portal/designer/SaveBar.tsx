import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { say as sayPortal } from '#platform/portal/messages.ts'
import type { Said } from '#platform/text.ts'
import type { Design } from '../../design.ts'
import { columnSize } from '../../geometry.ts'
import { say } from '../../messages.ts'
import classes from './designer.module.css'

type Props = {
  design: Design
  whyNot: Said | null
  isDirty: boolean
  isSaving: boolean
  onSave: () => void
  onCancel: () => void
}

/** Save, always in sight, with the first rule that is broken beside it. */
export function SaveBar({ design, whyNot, isDirty, isSaving, onSave, onCancel }: Props) {
  return (
    <div className={classes.bar}>
      <Button onClick={onSave} loading={isSaving}>
        {sayPortal('WordSave').text}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {sayPortal('WordCancel').text}
      </Button>
      <span className={classes.unsaved} role="status">
        {isDirty ? sayPortal('FormUnsaved').text : ''}
      </span>
      {whyNot && (
        <span className={classes.flaw}>
          <IconAlertTriangle size={16} aria-hidden />
          {plainly(design, whyNot)}
        </span>
      )}
    </div>
  )
}

/** Of columns that differ their heights are told: that is what somebody can do something about. */
function plainly(design: Design, whyNot: Said): string {
  const [first, ...others] = design
  const second = others.find((column) => columnSize(column) !== columnSize(first!))
  if (whyNot.code !== say('MsgLayoutColumnsNotOfSameSize').code || !first || !second) return whyNot.text
  const sizes = { firstSize: columnSize(first), secondSize: columnSize(second) }
  return say('SaveUneven', { first: first.name, second: second.name, ...sizes }).text
}
