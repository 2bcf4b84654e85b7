import { useElementSize } from '@mantine/hooks'
import { createElement, type PointerEvent, useState } from 'react'
import {
  type Chart,
  chartShapes,
  dashesOf,
  type Frame,
  type Ink,
  labelAt,
  middleOf,
  type Shape,
  svgElement,
} from '#platform/chart.ts'
import classes from './drawing.module.css'

/** The palette of trends.module.css has eight colours, told apart in light and dark. */
const seriesColour = (series: number) => `var(--series-${(series % 8) + 1})`
const INKS = { line: 'var(--line)', quiet: 'var(--text-quiet)', text: 'inherit' } as const
const colourOf = (ink: Ink) => (typeof ink === 'number' ? seriesColour(ink) : INKS[ink])

/** Room for the lines of the axis and the labels below it, in px. */
const ROOM = { top: 8, left: 48, right: 16, below: 28, size: 12, character: 0.5 } as const

type Props = { chart: Chart; text: (value: number | null | undefined) => string }

/** Numbers as a chart as wide as there is room, with the values at the pointer. It is for the eye only. */
export function Drawing({ chart, text }: Props) {
  const { ref, width, height } = useElementSize()
  const [pointed, setPointed] = useState<number>()
  const { below, ...room } = ROOM
  const frame: Frame = { ...room, width, height: Math.max(height - room.top - below, 0), lineDashes: '5 5' }
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    setPointed(labelAt(clientX - currentTarget.getBoundingClientRect().left, chart, frame))
  const at = pointed !== undefined && pointed < chart.labels.length ? pointed : undefined
  return (
    <div aria-hidden className={classes.drawing}>
      {chart.series.length > 1 && <Legend chart={chart} />}
      <div ref={ref} className={classes.plot} onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        {width > 0 && (
          <svg width={width} height={height} aria-hidden>
            {at !== undefined && <Band at={at} chart={chart} frame={frame} />}
            {createElement('g', null, ...chartShapes(chart, frame, text).map(elementOf))}
          </svg>
        )}
        {at !== undefined && <Values at={at} chart={chart} frame={frame} text={text} />}
      </div>
    </div>
  )
}

function elementOf(shape: Shape) {
  const { tag, attributes, text } = svgElement(shape, colourOf)
  const named = Object.entries(attributes).map(([name, value]) => [
    name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
    value,
  ])
  return createElement(tag, Object.fromEntries(named), text)
}

/** A sample of the colour of a series, and of the dashes of its line. */
const Sample = ({ chart, series }: { chart: Chart; series: number }) => (
  <svg width={12} height={12} aria-hidden className={classes.sample}>
    {chart.kind === 'bars' ? (
      <circle cx={6} cy={6} r={6} fill={seriesColour(series)} />
    ) : (
      <path d="M0 6H12" stroke={seriesColour(series)} strokeWidth={3} strokeDasharray={dashesOf(series)} />
    )}
  </svg>
)

const Legend = ({ chart }: { chart: Chart }) => (
  <ul className={classes.legend}>
    {chart.series.map(({ name }, series) => (
      <li key={name}>
        <Sample chart={chart} series={series} /> {name}
      </li>
    ))}
  </ul>
)

type Pointed = { at: number; chart: Chart; frame: Frame }

function Band({ at, chart, frame }: Pointed) {
  const middle = middleOf(at, chart, frame)
  const half = middle - middleOf(at - 0.5, chart, frame)
  return <rect className={classes.band} x={middle - half} y={frame.top} width={2 * half} height={frame.height} />
}

/** The values of a label, beside it where there is more room. */
function Values({ at, chart, frame, text }: Pointed & Pick<Props, 'text'>) {
  const middle = middleOf(at, chart, frame)
  const place = middle < frame.width / 2 ? { left: middle + 24 } : { right: frame.width - middle + 24 }
  return (
    <div className={classes.values} style={place}>
      <strong>{chart.labels[at]}</strong>
      {chart.series.map(({ name, values }, series) => (
        <div key={name}>
          <Sample chart={chart} series={series} />
          <span>{name}</span>
          <span className={classes.value}>{text(values[at])}</span>
        </div>
      ))}
    </div>
  )
}
