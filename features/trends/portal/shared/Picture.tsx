import '@mantine/charts/styles.css'
import '@mantine/core/styles/ColorSwatch.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { useId } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { t } from '../../messages.ts'
import { type Numbers, NumbersTable } from './NumbersTable.tsx'
import classes from './trends.module.css'

type Props = Omit<Numbers, 'labelledBy' | 'text'> & {
  title: string
  isWide?: boolean
  /** Shares in %, drawn as lines. */
  isShare?: boolean
}

/** The palette of trends.module.css, told apart in light and dark; lines by their dashes as well. */
const COLORS = Array.from({ length: 8 }, (_, index) => `var(--series-${index + 1})`)
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
    // In the order of the series, not of their names.
    legendProps: { itemSorter: null },
    valueFormatter: text,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
  }
  return (
    <figure className={`${classes.picture} ${classes.palette}`} data-wide={isWide} aria-labelledby={id}>
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
          <BarChart
            {...shared}
            yAxisProps={{ allowDecimals: false }}
            barChartProps={NOT_BY_KEYBOARD}
            barProps={{ isAnimationActive: !isStill }}
          />
        )}
      </div>
      <details>
        <summary>{t('AsTable').text}</summary>
        <NumbersTable labelledBy={id} first={first} series={series} rows={rows} text={text} />
      </details>
    </figure>
  )
}
