import { setTimeout as sleep } from 'node:timers/promises'
import type { Device, DoorChange, Hardware, Opening } from './hardware.ts'

/** What a door can be made to do wrong: the sensor sees nothing, or nobody closes it. */
export const FAULTS = ['none', 'not-detected', 'stays-open'] as const
export type Fault = (typeof FAULTS)[number]

export type SimulatedCabinet = Hardware & {
  /** Puts devices into the cabinet that are not in it yet. */
  furnish(serialNumbers: readonly string[]): void
  /** Sets what a door does wrong; a door that stands open closes when it is 'none'. */
  fault(serialNumber: string, fault: Fault): void
  /** Somebody pulls a door open, or pushes it shut. */
  push(serialNumber: string, isOpen: boolean): void
}
export const isSimulated = (cabinet: Hardware): cabinet is SimulatedCabinet => 'fault' in cabinet

type Door = { isOpen: boolean; fault: Fault; closing?: NodeJS.Timeout }

/** A lock takes this long to spring, in ms. */
const SPRING_MS = 50

/** A cabinet of doors that open when they are asked and are closed by somebody after `closesAfterMs`. */
export function simulatedCabinet({ closesAfterMs }: { closesAfterMs: number }): SimulatedCabinet {
  const doors = new Map<string, Door>()
  const listeners: ((change: DoorChange) => void)[] = []
  const finders: ((devices: readonly Device[]) => void)[] = []

  function set(serialNumber: string, door: Door, isOpen: boolean) {
    clearTimeout(door.closing)
    if (door.isOpen === isOpen) return
    door.isOpen = isOpen
    for (const listener of listeners) listener({ serialNumber, isOpen })
  }
  const known = (serialNumber: string): Door => {
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
    open: async (serialNumber, waitMs): Promise<Opening> => {
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
      listeners.push(listener)
    },
    onFound: (listener) => {
      finders.push(listener)
      listener(devices())
    },
    close: async () => {
      for (const door of doors.values()) clearTimeout(door.closing)
    },
    furnish: (serialNumbers) => {
      const added = serialNumbers.filter((one) => !doors.has(one))
      for (const one of added) doors.set(one, { isOpen: false, fault: 'none' })
      for (const finder of finders) finder(added.map((serialNumber) => ({ serialNumber, isOpen: false })))
    },
    fault: (serialNumber, fault) => {
      const door = known(serialNumber)
      door.fault = fault
      if (fault === 'none' && door.isOpen) door.closing = setTimeout(() => set(serialNumber, door, false), closesAfterMs)
    },
    push: (serialNumber, isOpen) => set(serialNumber, known(serialNumber), isOpen),
  }
}
