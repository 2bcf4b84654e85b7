import { SerialPort } from 'serialport'

export type SerialOptions = {
  /** The port, for example `/dev/ttyUSB0` or `COM3`. */
  readonly path: string
  readonly log: (line: string) => void
  /** First and longest wait before a lost port is opened again, in ms. */
  readonly minRetryMs?: number
  readonly maxRetryMs?: number
}
type Handlers = {
  down(): void
  bytes(bytes: Uint8Array): void
}

const SPEED = { baudRate: 19_200, dataBits: 8, parity: 'none', stopBits: 1 } as const

/**
 * A serial port that is opened again with increasing delays when it fails or disappears. It queues nothing: bytes sent
 * while it is down are lost.
 */
export function serialLine({ path, log, minRetryMs = 500, maxRetryMs = 10_000 }: SerialOptions, handlers: Handlers) {
  let port: SerialPort | undefined
  let retryMs = minRetryMs
  let retryTimer: NodeJS.Timeout | undefined
  let ended = false
  let isReported = false

  /** Returns whether the port is open. */
  const open = (): Promise<boolean> =>
    new Promise((resolve) => {
      const opening = new SerialPort({ path, ...SPEED, autoOpen: false })
      opening.on('data', handlers.bytes)
      opening.on('error', (error) => lost(opening, error.message))
      opening.on('close', (error: Error | null) => lost(opening, error?.message))
      opening.open((error) => {
        if (error) retry(error.message)
        else if (ended) opening.close()
        else {
          port = opening
          retryMs = minRetryMs
          if (isReported) log(`the serial port ${path} is open again`)
          isReported = false
        }
        resolve(port === opening)
      })
    })
  function lost(which: SerialPort, reason = 'it was closed') {
    if (port !== which) return
    port = undefined
    // After an error the port may still be open. Closing it twice only fails in the callback.
    which.close(() => {})
    handlers.down()
    retry(reason)
  }
  function retry(reason: string) {
    if (ended) return
    if (!isReported) log(`the serial port ${path} cannot be used: ${reason}`)
    isReported = true
    retryTimer = setTimeout(open, retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }

  return {
    open,
    isUp: () => port !== undefined,
    send: (bytes: Uint8Array): void => void port?.write(bytes),
    close: async (): Promise<void> => {
      ended = true
      clearTimeout(retryTimer)
      const last = port
      port = undefined
      if (last) await new Promise<void>((resolve) => last.close(() => resolve()))
    },
  }
}
