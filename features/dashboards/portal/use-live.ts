import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createLiveStream } from '#platform/portal/api/live.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { dashboards, LiveChange } from '../contract.ts'

/** What is on the screen is asked again at most this often, in ms, however much happens. */
export const LIVE_PAUSE_MS = 400

const stream = createLiveStream(dashboards.live)

/** Hears of every change at the locker banks that one may see, as it happens; `missed` stands for anything. */
export function useLive(onNews: (news: LiveChange | 'missed') => void): void {
  const { organisation } = useViewer()
  const hear = useEffectEvent(onNews)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another organisation is another stream
  useEffect(
    () =>
      stream.follow(({ event, data }) => {
        if (event === 'missed') hear('missed')
        else if (event === 'change') hear(LiveChange.parse(data))
      }),
    [organisation.id],
  )
}

export const useLiveState = () => useSyncExternalStore(stream.watch, stream.state)
