import { readFileSync } from 'node:fs'
import type { Status } from '#features/kiosks/protocol.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }

type Deps = {
  /** The interval until the server gives another, in seconds. */
  readonly seconds: number
  readonly configVersion: () => number
  readonly themeVersion: () => number
  /** Sends a status to the server. */
  readonly send: () => Promise<unknown>
}

/** Reports the kiosk's status at an interval. */
export function createHeartbeat({ seconds: firstSeconds, configVersion, themeVersion, send }: Deps) {
  let timer: NodeJS.Timeout | undefined
  let interval = firstSeconds
  let sequence = 0
  /** A status that could not be sent is followed by the next. */
  const beat = async () => send().catch(() => {})
  function every(seconds: number) {
    if (timer && seconds === interval) return
    interval = seconds
    clearInterval(timer)
    timer = setInterval(beat, seconds * 1000)
  }
  return {
    beat,
    /** Changes the interval, in seconds. */
    every,
    start: () => every(interval),
    status: (Status: Status['Status']): Status => ({
      Status,
      AppVersion: version,
      HeartbeatSeconds: interval,
      Sequence: sequence++,
      ConfigVersion: configVersion(),
      ThemeVersion: themeVersion(),
    }),
    stop: () => clearInterval(timer),
  }
}
