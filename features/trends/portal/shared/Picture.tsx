import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useId } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { t } from '../../messages.ts'
import classes from './trends.module.css'

type Props = {
  title: string
  /** The head of the table's first column. */
  first: string
  series: readonly { readonly name: string; readonly label: string }[]
  rows: readonly { readonly name: string; readonly values: Readonly<Record<string, number | null>> }[]
  isWide?: boolean
  /** Shares in %, drawn as lines. */
  isShare?: boolean
}

/** Told apart in light and dark; lines by their dashes as well. */
const COLORS = ['indigo.5', 'teal.6', 'orange.6', 'red.7', 'grape.5', 'gray.6', 'cyan.6', 'lime.7']
const DASHES = ['0', '6 3', '2 3']
/** The drawing is hidden from assistive technology, which has the table, so it must not get the focus. */
const NOT_BY_KEYBOARD = { accessibilityLayer: false }

/** Numbers as a picture, with the same numbers as a table for those who read rather than look. */
export function Picture({ title, first, series, rows, isWide = false, isShare = false }: Props) {
  const id = useId()
  const isStill = useReducedMotion()
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : isShare ? `${numberText(value)} %` : numberText(value)
  const shared = {
    h: 240,
    data: rows.map(({ name, values }) => ({ name, ...values })),
    dataKey: 'name',
    series: series.map(({ name, label }, index) => ({
      name,
      label,
      color: COLORS[index % COLORS.length]!,
      strokeDasharray: DASHES[index % DASHES.length]!,
    })),
    withLegend: series.length > 1,
    valueFormatter: text,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
  }
  return (
    <figure className={classes.picture} data-wide={isWide} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <div aria-hidden className={classes.drawing}>
        {isShare ? (
          <LineChart
            {...shared}
            lineChartProps={NOT_BY_KEYBOARD}
            withDots={false}
            curveType="monotone"
            lineProps={{ isAnimationActive: !isStill }}
          />
        ) : (
          <BarChart {...shared} barChartProps={NOT_BY_KEYBOARD} barProps={{ isAnimationActive: !isStill }} />
        )}
      </div>
      <details>
        <summary>{t('AsTable').text}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
        <section className={classes.table} tabIndex={0} aria-labelledby={id}>
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
        </section>
      </details>
    </figure>
  )
}
