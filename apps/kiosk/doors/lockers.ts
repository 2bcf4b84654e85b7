import type { EventDraft } from '#features/kiosks/protocol.ts'
import type { Memory } from '../events/memory.ts'
import type { Doors } from './doors.ts'
import type { Device, Hardware } from './hardware.ts'
import { addSimulatedDevices } from './simulated-cabinet.ts'

type Deps = { readonly memory: Pick<Memory, 'config' | 'deviceOf'>; readonly cabinet: Hardware; readonly lockerBankCode: string }

/** The lockers of the configuration. */
export function createLockers({ memory, cabinet, lockerBankCode }: Deps) {
  const configured = () => memory.config()?.Layout.flatMap(({ LockerCollection }) => LockerCollection) ?? []
  /** Each with the device that opens it now. */
  const lockers = () =>
    configured()
      .filter(({ LockerType }) => LockerType === 'locker')
      .map(({ Id, LockerName }) => ({ id: Id, name: LockerName, serialNumber: memory.deviceOf(Id) ?? null }))
  return {
    lockers,
    /** Adds the devices of the lockers to a simulated cabinet. */
    addDevices: () => {
      const serialNumbers = [...configured().map(({ SerialNumber }) => SerialNumber), ...lockers().map((one) => one.serialNumber)]
      const mapped = serialNumbers.filter((serialNumber) => serialNumber !== null)
      return addSimulatedDevices(cabinet, { code: lockerBankCode, mapped, lockers: lockers().length })
    },
  }
}

type Reporting = {
  readonly memory: Pick<Memory, 'leftOpen'>
  readonly doors: Pick<Doors, 'watchAlreadyOpen'>
  readonly recordEvents: (drafts: readonly EventDraft[]) => Promise<unknown>
}

/** Compares the doors of devices that were just found with what a previous run reported as left open. */
export async function reconcileDoors({ memory, doors, recordEvents }: Reporting, devices: readonly Device[]): Promise<void> {
  const reported = memory.leftOpen()
  const open = devices.flatMap(({ serialNumber, isOpen }) => (isOpen ? serialNumber : []))
  doors.watchAlreadyOpen(open.filter((serialNumber) => !reported.some(({ SerialNumber }) => SerialNumber === serialNumber)))
  const closed = reported.filter(({ SerialNumber }) =>
    devices.some(({ serialNumber, isOpen }) => serialNumber === SerialNumber && !isOpen),
  )
  if (closed.length > 0) await recordEvents(closed.map((door) => ({ Kind: 'door-closed', ...door })))
}
