import { Anchor } from '@mantine/core'
import { ScreenLink } from '../navigation/links.tsx'
import type { GridColumn } from './grid-types.ts'

type Link<Row> = {
  id: string
  label: string
  to: (row: Row) => string
  nameOf: (row: Row) => string
  /** The row leads there too. */
  repeatsRow?: boolean
}

/** A column with a link in each row, labelled with the row's name for assistive technology; not in the export. */
export const linkColumn = <Row,>({ id, label, to, nameOf, repeatsRow }: Link<Row>): GridColumn<Row, never> => ({
  id,
  header: label,
  cell: (row) => (
    <Anchor component={ScreenLink} to={to(row)} aria-label={`${label}: ${nameOf(row)}`} data-edits={repeatsRow}>
      {label}
    </Anchor>
  ),
  links: true,
  ...(repeatsRow && { repeatsRow }),
})
