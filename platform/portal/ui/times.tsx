import { useSyncExternalStore } from 'react'
import { dateText, dateTimeText, dayText, relativeText } from '#platform/date-format.ts'
import { useIsConnectionLost } from '../api/connection.ts'
import { useViewer } from '../session/viewer.tsx'
import { printing } from './print.ts'
import { useStore } from './store.ts'

/** All relative times are updated together, once a minute (spec 1 §4). */
const TICK_MS = 60_000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
function tick() {
  now = Date.now()
  for (const notify of listeners) notify()
}
function subscribe(listener: () => void) {
  listeners.add(listener)
  if (!timer) {
    now = Date.now()
    timer = setInterval(tick, TICK_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
/** The time in ms, updated every minute. Later events are 'just now', not in the future. */
export const useNow = () => useSyncExternalStore(subscribe, () => now)

const DAY = /^\d{4}-\d\d-\d\d$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/

/** Formats times in the viewer's format and in a time zone: that of the property, or the organisation's. */
export function useTimeText(zone?: string | null) {
  const { dateFormat, organisation } = useViewer()
  const timeZone = zone ?? organisation.timeZone
  return {
    timeZone,
    date: (at: string) => dateText(at, dateFormat, timeZone),
    dateTime: (at: string) => dateTimeText(at, dateFormat, timeZone),
    /** A day without a time zone. */
    day: (day: string) => dayText(day, dateFormat),
    /** A value from the server: a day or a time in the viewer's format, any other text as it is. */
    value: (text: string) => {
      if (Number.isNaN(Date.parse(text))) return text
      if (DAY.test(text)) return dayText(text, dateFormat)
      return TIME.test(text) ? dateTimeText(text, dateFormat, timeZone) : text
    },
  }
}

/**
 * A time: relative with the exact one on hover, or exact with `exact`, on paper and while the connection is lost; only its day with
 * `exact="date"`. `at` is ISO 8601 in UTC; null shows a dash.
 */
export function When({
  at,
  timeZone: zone,
  exact = false,
}: {
  at: string | null | undefined
  /** Of the property; the organisation's by default. */
  timeZone?: string | null | undefined
  exact?: boolean | 'date'
}) {
  const { date, dateTime, timeZone } = useTimeText(zone)
  const current = useNow()
  const isConnectionLost = useIsConnectionLost()
  const isPrinted = useStore(printing)
  if (!at) return <span aria-hidden>–</span>
  const full = dateTime(at)
  const happenedSince = Date.parse(at) > current && Date.parse(at) <= Date.now()
  return (
    <time dateTime={at} title={`${full} (${timeZone})`}>
      {exact === 'date'
        ? date(at)
        : exact || isConnectionLost || isPrinted
          ? full
          : relativeText(at, happenedSince ? Date.parse(at) : current)}
    </time>
  )
}
