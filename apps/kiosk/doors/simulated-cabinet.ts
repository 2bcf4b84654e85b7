import { setTimeout as sleep } from 'node:timers/promises'
import type { Device, DoorChange, Hardware, OpenResult } from './hardware.ts'

/** A door's simulated fault: its sensor does not detect that it opens, or it is not closed after opening. */
export const FAULTS = ['none', 'not-detected', 'stays-open'] as const
export type Fault = (typeof FAULTS)[number]

export type SimulatedCabinet = Hardware & {
  addDevices(serialNumbers: readonly string[]): void
  /** Sets a door's fault. With 'none' an open door closes. */
  fault(serialNumber: string, fault: Fault): void
  /** Opens or closes a door by hand. */
  push(serialNumber: string, isOpen: boolean): void
}
export const isSimulated = (cabinet: Hardware): cabinet is SimulatedCabinet => 'fault' in cabinet

type Door = { isOpen: boolean; fault: Fault; closing?: NodeJS.Timeout }

/** Time from releasing a lock until its door is open, in ms. */
const SPRING_MS = 50

/** Devices before the first configuration, and unmapped devices after it. */
const INITIAL_DEVICES = 12
const SPARE_DEVICES = 2

/** A cabinet whose doors open on request and close after `closesAfterMs`. */
export function simulatedCabinet({ closesAfterMs }: { closesAfterMs: number }): SimulatedCabinet {
  const doors = new Map<string, Door>()
  const changeListeners: ((change: DoorChange) => void)[] = []
  const foundListeners: ((devices: readonly Device[]) => void)[] = []

  function set(serialNumber: string, door: Door, isOpen: boolean) {
    clearTimeout(door.closing)
    if (door.isOpen === isOpen) return
    door.isOpen = isOpen
    for (const listener of changeListeners) listener({ serialNumber, isOpen })
  }
  const doorOf = (serialNumber: string): Door => {
    const door = doors.get(serialNumber)
    if (!door) throw new Error(`There is no device ${serialNumber}.`)
    return door
  }

  const devices = () =>
    [...doors]
      .map(([serialNumber, { isOpen }]) => ({ serialNumber, isOpen }))
      .sort((a, b) => (a.serialNumber < b.serialNumber ? -1 : 1))

  return {
    devices: async () => devices(),
    open: async (serialNumber, waitMs): Promise<OpenResult> => {
      const door = doors.get(serialNumber)
      if (!door) return 'unknown-device'
      if (door.fault === 'not-detected') {
        await sleep(waitMs)
        return door.isOpen ? 'opened' : 'not-detected'
      }
      await sleep(Math.min(SPRING_MS, waitMs))
      set(serialNumber, door, true)
      if (door.fault === 'none') door.closing = setTimeout(() => set(serialNumber, door, false), closesAfterMs)
      return 'opened'
    },
    isOpen: (serialNumber) => doors.get(serialNumber)?.isOpen ?? false,
    onChange: (listener) => {
      changeListeners.push(listener)
    },
    onFound: (listener) => {
      foundListeners.push(listener)
      listener(devices())
    },
    close: async () => {
      for (const door of doors.values()) clearTimeout(door.closing)
    },
    addDevices: (serialNumbers) => {
      const added = serialNumbers.filter((serialNumber) => !doors.has(serialNumber))
      for (const serialNumber of added) doors.set(serialNumber, { isOpen: false, fault: 'none' })
      for (const listener of foundListeners) listener(added.map((serialNumber) => ({ serialNumber, isOpen: false })))
    },
    fault: (serialNumber, fault) => {
      const door = doorOf(serialNumber)
      door.fault = fault
      if (fault === 'none' && door.isOpen) door.closing = setTimeout(() => set(serialNumber, door, false), closesAfterMs)
    },
    push: (serialNumber, isOpen) => set(serialNumber, doorOf(serialNumber), isOpen),
  }
}

type Layout = { readonly code: string; readonly mapped: readonly string[]; readonly lockers: number }
/** Adds the mapped devices and some unmapped ones, named by the bank's code. Does nothing to a real cabinet. */
export async function addSimulatedDevices(cabinet: Hardware, { code, mapped, lockers }: Layout): Promise<void> {
  if (!cabinet.addDevices) return
  cabinet.addDevices(mapped)
  const existing = (await cabinet.devices(false)).map(({ serialNumber }) => serialNumber)
  const total = lockers > 0 ? lockers + SPARE_DEVICES : INITIAL_DEVICES
  const names = Array.from({ length: total }, (_, i) => `${code}-${i + 1}`).filter((name) => !existing.includes(name))
  cabinet.addDevices(names.slice(0, Math.max(0, total - existing.length)))
}
