import { Button, CloseButton, Group, Title } from '@mantine/core'
import { t as sayPortal } from '#platform/portal/messages.ts'
import type { Design, DesignColumn, SavedDesign } from '../../../design.ts'
import { columnSize } from '../../../geometry.ts'
import { t } from '../../../messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer.ts'
import { whyNotRemoveWhole } from '../editing/why-not.ts'
import { NameField } from './NameField.tsx'

type Props = { column: DesignColumn; design: Design; saved: SavedDesign; designer: Designer }

/** The chosen column: its name, its place among the others, and whether it can go. */
export function ColumnDetails({ column, design, saved, designer }: Props) {
  const { id, name, lockers } = column
  const at = design.findIndex((one) => one.id === id)
  const noRemoval = whyNotRemoveWhole(column, saved)
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{name}</Title>
          <p className={classes.quiet}>{t('ColumnLockers', { count: lockers.length, size: columnSize(column) }).text}</p>
        </div>
        <CloseButton aria-label={sayPortal('WordClose').text} onClick={() => designer.choose(null)} />
      </Group>
      <NameField key={id} label={t('LabelColumnName').text} name={name} onName={(typed) => designer.renameColumn(id, typed)} />
      <Group gap="sm">
        <Button variant="default" disabled={at === 0} onClick={() => designer.moveColumn(id, -1)}>
          {sayPortal('GridMoveLeft').text}
        </Button>
        <Button variant="default" disabled={at === design.length - 1} onClick={() => designer.moveColumn(id, 1)}>
          {sayPortal('GridMoveRight').text}
        </Button>
      </Group>
      <div>
        <Button variant="default" disabled={noRemoval !== null} onClick={() => designer.removeColumn(id)}>
          {t('ButtonRemoveColumn').text}
        </Button>
        {noRemoval && <p className={classes.reason}>{noRemoval.text}</p>}
      </div>
    </div>
  )
}
