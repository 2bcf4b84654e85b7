import { LOCKER_MODES, type LockerType } from '#features/layout/model.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** `serialNumber`: the device that opens the locker. */
export type MappableLocker = {
  readonly name: string
  readonly lockerType: LockerType
  readonly lockerMode: number
  readonly serialNumber: string | null
}
/** A device with the name of the locker that it opens. */
type MappableDevice = { readonly serialNumber: string; readonly lockerName: string | null }

/** Why a device cannot be mapped to a locker (spec 1 §4, §5); the first reason only. Null: not selected. */
export function whyNotMap(device: MappableDevice | null, locker: MappableLocker | null): Message | null {
  // A removed locker is a blank panel.
  if (!locker || locker.lockerMode === LOCKER_MODES.removed) return t('MsgMapNoLockerSelected')
  if (locker.lockerType === 'terminal') return t('MsgMapDeviceToTerminal')
  if (locker.serialNumber !== null) return t('MsgMapLockerAlreadyMapped', { name: locker.name })
  if (!device) return t('MsgMapNoDeviceSelected')
  const { serialNumber, lockerName } = device
  return lockerName === null ? null : t('MsgMapDeviceAlreadyMapped', { serialNumber, name: lockerName })
}

/** Why the device cannot be removed from a locker (spec 1 §4), or null. */
export function whyNotUnmap({ name, lockerType, serialNumber }: MappableLocker): Message | null {
  if (lockerType === 'terminal') return t('MsgMapUnmapTerminal')
  return serialNumber === null ? t('MsgMapNoDeviceAssociated', { name }) : null
}
