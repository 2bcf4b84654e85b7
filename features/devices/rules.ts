import { LOCKER_MODES, type LockerType } from '#features/layout/model.ts'
import type { Said } from '#platform/text.ts'
import { say } from './messages.ts'

/** A locker as the rules of mapping see it; `serialNumber` is that of the device that opens it. */
export type MappableLocker = {
  readonly name: string
  readonly lockerType: LockerType
  readonly lockerMode: number
  readonly serialNumber: string | null
}
/** A device with the name of the locker that it opens. */
type MappableDevice = { readonly serialNumber: string; readonly lockerName: string | null }

/** Why a device cannot be mapped to a locker (spec 1 §4, §5); the first reason only. Null stands for what nobody chose. */
export function whyNotMap(device: MappableDevice | null, locker: MappableLocker | null): Said | null {
  // A removed locker is a blank in the steel.
  if (!locker || locker.lockerMode === LOCKER_MODES.removed) return say('MsgMapNoLockerSelected')
  if (locker.lockerType === 'terminal') return say('MsgMapDeviceToTerminal')
  if (locker.serialNumber !== null) return say('MsgMapLockerAlreadyMapped', { name: locker.name })
  if (!device) return say('MsgMapNoDeviceSelected')
  const { serialNumber, lockerName } = device
  return lockerName === null ? null : say('MsgMapDeviceAlreadyMapped', { serialNumber, name: lockerName })
}

/** Why no device can be taken off a locker (spec 1 §4). */
export function whyNotUnmap({ name, lockerType, serialNumber }: MappableLocker): Said | null {
  if (lockerType === 'terminal') return say('MsgMapUnmapTerminal')
  return serialNumber === null ? say('MsgMapNoDeviceAssociated', { name }) : null
}
