/**
 * What a cabinet does when a door is asked to open: a door is 'opened' only when its sensor says so, and 'not-detected' only when
 * who reads the sensor answers; 'no-answer' says nothing of the door.
 */
export type Opening = 'opened' | 'not-detected' | 'no-answer' | 'unknown-device'
export type Device = { readonly serialNumber: string; readonly isOpen: boolean }
export type DoorChange = Device

/** The cabinet as the kiosk knows it: devices, each a lock with a sensor at one door. Everything that differs between makes is behind this. */
export type Hardware = {
  /** Devices on the bus that answer; `rediscover` asks the bus again instead of telling what is known. */
  devices(rediscover: boolean): Promise<Device[]>
  /** Releases the lock and waits up to `waitMs` for the sensor. A door that stands open already is opened. */
  open(serialNumber: string, waitMs: number): Promise<Opening>
  /** How the door stood last, also of a device that is missing now. */
  isOpen(serialNumber: string): boolean
  /** Only of a cabinet that is made up: puts in devices that are not in it yet. */
  furnish?(serialNumbers: readonly string[]): void
  /** Every change that a sensor reports, asked for or not. */
  onChange(listener: (change: DoorChange) => void): void
  /** Every device once, as it stands when it is heard for the first time; those that are known already at once. */
  onFound(listener: (devices: readonly Device[]) => void): void
  close(): Promise<void>
}
