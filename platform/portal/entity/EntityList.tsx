import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Entity } from '#platform/entity.ts'
import { fillPath } from '../api/call.ts'
import { DataGrid } from '../grid/DataGrid.tsx'
import { EmptyHint, type NextStep } from '../grid/EmptyHint.tsx'
import type { GridProps, GridRemove } from '../grid/grid-types.ts'
import { linkColumn } from '../grid/link-column.tsx'
import { useGo } from '../navigation/links.tsx'
import { May, useMay } from '../session/viewer.tsx'

type Props<Row, Sort extends string> = Omit<GridProps<Row, Sort>, 'remove' | 'actions' | 'empty'> & {
  entity: Entity
  remove: GridRemove['operation']
  /** Deletes all rows that match as well. */
  removeMany?: NonNullable<GridRemove['many']>
  /** Labels of the buttons and of the column of edit links; without the last one, `columns` have the links. */
  labels: { add: string; remove: string; edit?: string }
  /** Further buttons, left of the primary one. */
  actions?: ReactNode
  /** What the list says when it is empty, and further steps than to add a record. */
  empty: string
  steps?: readonly NextStep[]
}

/** The grid of a kind of record: rows open their edit screen, with Add, Edit and Delete for those who have the permission. */
export function EntityList<Row, Sort extends string>({
  entity,
  remove,
  removeMany,
  labels,
  actions,
  empty,
  steps = [],
  ...grid
}: Props<Row, Sort>) {
  const mayEdit = useMay(entity.edit)
  const go = useGo()
  const { columns, rowId, rowName } = grid
  const { edit } = labels
  const editOf = (row: Row) => fillPath(entity.editPath, { [entity.param]: rowId(row) })
  const withEdit = [
    ...columns,
    ...(mayEdit && edit ? [linkColumn({ id: 'Edit', label: edit, to: editOf, nameOf: rowName, repeatsRow: true })] : []),
  ]
  return (
    <DataGrid
      {...(grid as GridProps<Row, Sort>)}
      empty={<EmptyHint text={empty} steps={[{ to: `${entity.path}/create`, text: labels.add, needs: entity.add }, ...steps]} />}
      columns={withEdit}
      open={mayEdit ? editOf : grid.open}
      remove={{ operation: remove, permission: entity.remove, label: labels.remove, ...(removeMany && { many: removeMany }) }}
      actions={
        <>
          {actions}
          <May permission={entity.add}>
            <Button onClick={() => go(`${entity.path}/create`)}>{labels.add}</Button>
          </May>
        </>
      }
    />
  )
}
