import { Button, CloseButton, Group, Title } from '@mantine/core'
import type { Design, DesignColumn, SavedDesign } from '#features/layout/design.ts'
import { columnSize } from '#features/layout/geometry.ts'
import { t } from '#features/layout/messages.ts'
import { t as tPortal } from '#platform/portal/messages.ts'
import classes from '../designer.module.css'
import type { Designer } from '../editing/designer-store.ts'
import { whyNotRemoveWhole } from '../editing/why-not.ts'
import { NameField } from './NameField.tsx'

type Props = { column: DesignColumn; design: Design; saved: SavedDesign; designer: Designer }

/** The chosen column: rename, move and remove it. */
export function ColumnDetails({ column, design, saved, designer: { dispatch } }: Props) {
  const { id, name, lockers } = column
  const at = design.findIndex((one) => one.id === id)
  const whyNotRemove = whyNotRemoveWhole(column, saved)
  return (
    <div className={classes.panel}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2}>{name}</Title>
          <p className={classes.quiet}>{t('ColumnLockers', { count: lockers.length, size: columnSize(column) }).text}</p>
        </div>
        <CloseButton aria-label={tPortal('WordClose').text} onClick={() => dispatch({ type: 'choose', chosen: null })} />
      </Group>
      <NameField
        key={id}
        label={t('LabelColumnName').text}
        name={name}
        onRename={(typed) => dispatch({ type: 'renameColumn', id, name: typed })}
      />
      <Group gap="sm">
        <Button variant="default" disabled={at === 0} onClick={() => dispatch({ type: 'moveColumn', id, by: -1 })}>
          {tPortal('GridMoveLeft').text}
        </Button>
        <Button variant="default" disabled={at === design.length - 1} onClick={() => dispatch({ type: 'moveColumn', id, by: 1 })}>
          {tPortal('GridMoveRight').text}
        </Button>
      </Group>
      <div>
        <Button variant="default" disabled={whyNotRemove !== null} onClick={() => dispatch({ type: 'removeColumn', id })}>
          {t('ButtonRemoveColumn').text}
        </Button>
        {whyNotRemove && <p className={classes.reason}>{whyNotRemove.text}</p>}
      </div>
    </div>
  )
}
