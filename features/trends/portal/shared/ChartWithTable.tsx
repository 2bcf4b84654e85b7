import { Title } from '@mantine/core'
import { useId } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { t } from '../../messages.ts'
import { Drawing } from './Drawing.tsx'
import { type Numbers, NumbersTable } from './NumbersTable.tsx'
import classes from './trends.module.css'

type Props = Omit<Numbers, 'labelledBy' | 'text'> & {
  title: string
  isWide?: boolean
  /** Shares in %, drawn as lines. */
  isShare?: boolean
}

/** Numbers as a chart, with the same numbers as a table for those who read rather than look. */
export function ChartWithTable({ title, first, series, rows, isWide = false, isShare = false }: Props) {
  const id = useId()
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : isShare ? `${numberText(value)} %` : numberText(value)
  const chart = {
    kind: isShare ? ('lines' as const) : ('bars' as const),
    labels: rows.map(({ name }) => name),
    series: series.map(({ name, label }) => ({ name: label, values: rows.map(({ values }) => values[name] ?? null) })),
  }
  return (
    <figure className={`${classes.chart} ${classes.palette}`} data-wide={isWide} aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      <Drawing chart={chart} text={text} />
      <details>
        <summary>{t('AsTable').text}</summary>
        <NumbersTable labelledBy={id} first={first} series={series} rows={rows} text={text} />
      </details>
    </figure>
  )
}
