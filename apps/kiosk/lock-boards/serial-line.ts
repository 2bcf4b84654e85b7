import { SerialPort } from 'serialport'

export type SerialOptions = {
  /** The port, as `/dev/ttyUSB0` or `COM3`. */
  readonly path: string
  readonly say: (line: string) => void
  /** First and longest wait before a port that was lost is opened again, in ms. */
  readonly firstWait?: number
  readonly longestWait?: number
}
type Heard = {
  down(): void
  bytes(bytes: Uint8Array): void
}
export type Line = ReturnType<typeof serialLine>

const SPEED = { baudRate: 19_200, dataBits: 8, parity: 'none', stopBits: 1 } as const

/**
 * A serial port that comes back by itself: one that cannot be opened or is lost is opened again, later and later. Nothing waits
 * in it: what is sent while it is down is lost.
 */
export function serialLine({ path, say, firstWait = 500, longestWait = 10_000 }: SerialOptions, heard: Heard) {
  let port: SerialPort | undefined
  let wait = firstWait
  let again: NodeJS.Timeout | undefined
  let ended = false
  let complained = false

  /** Gives whether the port is open. */
  const open = (): Promise<boolean> =>
    new Promise((resolve) => {
      const fresh = new SerialPort({ path, ...SPEED, autoOpen: false })
      fresh.on('data', heard.bytes)
      fresh.on('error', (error) => lost(fresh, error.message))
      fresh.on('close', (error: Error | null) => lost(fresh, error?.message))
      fresh.open((error) => {
        if (error) retry(error.message)
        else if (ended) fresh.close()
        else {
          port = fresh
          wait = firstWait
          if (complained) say(`the serial port ${path} is open again`)
          complained = false
        }
        resolve(port === fresh)
      })
    })
  function lost(which: SerialPort, why = 'it was closed') {
    if (port !== which) return
    port = undefined
    // After an error the port may still be held; one that is closed already says so, and that is all.
    which.close(() => {})
    heard.down()
    retry(why)
  }
  function retry(why: string) {
    if (ended) return
    if (!complained) say(`the serial port ${path} cannot be used: ${why}`)
    complained = true
    again = setTimeout(open, wait)
    wait = Math.min(wait * 2, longestWait)
  }

  return {
    open,
    isUp: () => port !== undefined,
    send: (bytes: Uint8Array): void => void port?.write(bytes),
    close: async (): Promise<void> => {
      ended = true
      clearTimeout(again)
      const last = port
      port = undefined
      if (last) await new Promise<void>((resolve) => last.close(() => resolve()))
    },
  }
}
