import { useSyncExternalStore } from 'react'
import { dateText, dateTimeText, dayText, relativeText } from '#platform/date-format.ts'
import { useTimeZoneOf, useViewer } from '../session/viewer.tsx'

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

/** Formats times of a property: in its zone, in the viewer's format. */
export function useTimeText(propertyId?: string | null) {
  const { dateFormat } = useViewer()
  const timeZone = useTimeZoneOf(propertyId)
  return {
    timeZone,
    date: (at: string) => dateText(at, dateFormat, timeZone),
    dateTime: (at: string) => dateTimeText(at, dateFormat, timeZone),
    /** A day without a time zone. */
    day: (day: string) => dayText(day, dateFormat),
  }
}

/**
 * A time: relative with the exact one on hover, or exact with `exact`; only its day with `exact="date"`. `at` is ISO 8601 in UTC;
 * null shows a dash.
 */
export function When({
  at,
  propertyId,
  exact = false,
}: {
  at: string | null | undefined
  propertyId?: string | null
  exact?: boolean | 'date'
}) {
  const { date, dateTime, timeZone } = useTimeText(propertyId)
  const current = useNow()
  if (!at) return <span aria-hidden>–</span>
  const full = dateTime(at)
  const happenedSince = Date.parse(at) > current && Date.parse(at) <= Date.now()
  return (
    <time dateTime={at} title={`${full} (${timeZone})`}>
      {exact === 'date' ? date(at) : exact ? full : relativeText(at, happenedSince ? Date.parse(at) : current)}
    </time>
  )
}
