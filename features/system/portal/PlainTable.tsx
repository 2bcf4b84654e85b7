import '@mantine/core/styles/Table.css'
import { Table, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ScrollSection } from '#platform/portal/ui/scrolling.tsx'
import classes from './system.module.css'

type Props = {
  title: string
  /** The columns after the first, which names the row; numbers are at the right. */
  columns: readonly { readonly label: string; readonly isNumber?: boolean }[]
  /** The name of the first column. */
  first: string
  rows: readonly { readonly key: string; readonly name: ReactNode; readonly cells: readonly ReactNode[] }[]
  /** Shown instead of a table without rows. */
  empty?: string
}

/** A heading with a table, which scrolls on narrow screens. */
export function PlainTable({ title, columns, first, rows, empty }: Props) {
  return (
    <div className={classes.section}>
      <Title order={2}>{title}</Title>
      {rows.length === 0 && empty ? (
        <p>{empty}</p>
      ) : (
        <ScrollSection className={classes.table} aria-label={title}>
          <Table withTableBorder aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{first}</Table.Th>
                {columns.map(({ label, isNumber }) => (
                  <Table.Th key={label} className={isNumber ? classes.number : undefined}>
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, name, cells }) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" fw="normal">
                    {name}
                  </Table.Th>
                  {columns.map(({ label, isNumber }, index) => (
                    <Table.Td key={label} className={isNumber ? classes.number : undefined}>
                      {cells[index]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollSection>
      )}
    </div>
  )
}
