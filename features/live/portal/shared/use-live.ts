import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createEventStream } from '#platform/portal/api/event-stream.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { LiveChange, live } from '../../contract.ts'

/** A screen requests its data again at most this often, in ms. */
export const LIVE_PAUSE_MS = 400

const stream = createEventStream(live.stream)

/**
 * Calls `onChange` for every change at the locker banks that the viewer may see; `missed` means that anything read before
 * `readBefore` (ms since 1970) may have changed.
 */
export function useLive(onChange: (change: LiveChange | 'missed', readBefore?: number) => void): void {
  const { organisation } = useViewer()
  const notify = useEffectEvent(onChange)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another organisation is another stream
  useEffect(
    () =>
      stream.subscribe(({ event, data }) => {
        if (event === 'missed') notify('missed', stream.lastEventAt())
        else if (event === 'change') notify(LiveChange.parse(data))
      }),
    [organisation.id],
  )
}

export const useLiveState = () => useSyncExternalStore(stream.watch, stream.state)
