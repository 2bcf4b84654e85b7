/** What a cabinet does when a door is asked to open: a door is 'opened' only when its sensor says so. */
export type Opening = 'opened' | 'not-detected' | 'unknown-device'
export type DoorChange = { readonly serialNumber: string; readonly isOpen: boolean }

/** The cabinet as the kiosk knows it: devices, each a lock with a sensor at one door. Everything that differs between makes is behind this. */
export type Hardware = {
  /** Devices on the bus that answer; `rediscover` asks the bus again instead of telling what is known. */
  devices(rediscover: boolean): Promise<{ serialNumber: string; isOpen: boolean }[]>
  /** Releases the lock and waits up to `waitMs` for the sensor. A door that stands open already is opened. */
  open(serialNumber: string, waitMs: number): Promise<Opening>
  /** How the door stood last, also of a device that is missing now. */
  isOpen(serialNumber: string): boolean
  /** Only of a cabinet that is made up: puts in devices that are not in it yet. */
  furnish?(serialNumbers: readonly string[]): void
  /** Every change that a sensor reports, asked for or not. */
  onChange(listener: (change: DoorChange) => void): void
  close(): Promise<void>
}
