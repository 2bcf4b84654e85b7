import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { ScrollSection } from '#platform/portal/ui/scrolling.tsx'
import { t } from '../../messages.ts'
import classes from './bank.module.css'

type Counts<Name extends string> = Readonly<Record<Name, number>> & { readonly Size: string }
type Props<Name extends string> = {
  title: string
  /** Field and heading of each column. */
  columns: readonly (readonly [Name, string])[]
  rows: readonly Counts<Name>[]
}

/** A table of counts by size with a total row. */
export function SummaryTable<Name extends string>({ title, columns, rows }: Props<Name>) {
  return (
    <ScrollSection className={classes.tableScroll} aria-label={title}>
      <table className={classes.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{label('LabelSize').text}</th>
            {columns.map(([name, heading]) => (
              <th key={name} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.Size}>
              <th scope="row">{row.Size}</th>
              {columns.map(([name]) => (
                <Count key={name} value={row[name]} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('LabelAll').text}</th>
            {columns.map(([name]) => (
              <Count key={name} value={rows.reduce((sum, row) => sum + row[name], 0)} />
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollSection>
  )
}

const Count = ({ value }: { value: number }) => <td data-zero={value === 0 || undefined}>{numberText(value)}</td>
