import type { GridColumn } from '../grid-types.ts'
import { textOf } from '../table/row-content.ts'
import type { CellEdit } from './cell-edit.ts'
import { EditableCell } from './EditableCell.tsx'

/** A column whose cells can be edited in the list: by a double click, by F2, or by the pencil that a cell shows. */
export const editableColumn = <Row, Sort extends string>(
  column: GridColumn<Row, Sort>,
  edit: CellEdit<Row>,
): GridColumn<Row, Sort> => ({
  ...column,
  // The text of the export stays that of the column.
  text: (row) => textOf(column, row),
  cell: (row) => (
    <EditableCell column={column} row={row} text={textOf(column, row)} edit={edit}>
      {column.cell ? column.cell(row) : textOf(column, row)}
    </EditableCell>
  ),
})
