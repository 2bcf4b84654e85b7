/**
 * The result of an attempt to open a door. 'opened': the sensor reports the door open. 'not-detected': the sensor was read
 * and does not. 'no-answer': the sensor could not be read, so the state of the door is unknown.
 */
export type OpenResult = 'opened' | 'not-detected' | 'no-answer' | 'unknown-device'
export type Device = { readonly serialNumber: string; readonly isOpen: boolean }
export type DoorChange = Device

/** The driver of a cabinet. A device is a lock with the sensor of one door. */
export type Hardware = {
  /** The devices that respond. `rediscover` scans the bus again instead of returning the known devices. */
  devices(rediscover: boolean): Promise<Device[]>
  /** Releases the lock and waits up to `waitMs` for the sensor. A door that is already open counts as 'opened'. */
  open(serialNumber: string, waitMs: number): Promise<OpenResult>
  /** The last known state of the door, also of a device that no longer responds. */
  isOpen(serialNumber: string): boolean
  /** Simulated cabinets only: adds devices that do not exist yet. */
  addDevices?(serialNumbers: readonly string[]): void
  /** Reports every change of a sensor, requested or not. */
  onChange(listener: (change: DoorChange) => void): void
  /** Reports every device once, with its first known state; devices that are already known are reported immediately. */
  onFound(listener: (devices: readonly Device[]) => void): void
  close(): Promise<void>
}
