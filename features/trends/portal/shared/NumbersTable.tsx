import { ScrollSection } from '#platform/portal/ui/scrolling.tsx'
import classes from './trends.module.css'

export type Numbers = {
  /** The id of the title. */
  labelledBy: string
  /** The head of the table's first column. */
  first: string
  series: readonly { readonly name: string; readonly label: string }[]
  rows: readonly { readonly name: string; readonly values: Readonly<Record<string, number | null>> }[]
  text: (value: number | null | undefined) => string
}

/** The numbers of a chart, for those who read rather than look. */
export const NumbersTable = ({ labelledBy, first, series, rows, text }: Numbers) => (
  <ScrollSection className={classes.table} aria-labelledby={labelledBy}>
    <table>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {series.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, values }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map((one) => (
              <td key={one.name}>{text(values[one.name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollSection>
)
