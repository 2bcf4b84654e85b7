import { texts } from '#platform/text.ts'

/** Texts of mapping lockers to devices; the spec names them without giving their words (spec 1 §5 and §8). */
export const say = texts({
  MsgMapActionInProgress: 'The previous action is still in progress.',
  MsgMapNoDeviceSelected: 'Select a device first.',
  MsgMapNoLockerSelected: 'Select a locker first.',
  MsgMapDeviceToTerminal: 'A device cannot be mapped to a terminal.',
  MsgMapUnmapTerminal: 'A terminal cannot be unmapped.',
  MsgMapLockerAlreadyMapped: 'Locker {name} is mapped already.',
  MsgMapDeviceAlreadyMapped: 'Device {serialNumber} is mapped to locker {name} already.',
  MsgMapNoDeviceAssociated: 'No device is mapped to locker {name}.',
  MsgMapDeviceUnknown: 'The locker bank does not know device {serialNumber}.',
  MsgMapUnknownError: 'The locker could not be mapped.',
  MsgMapNotConfirmed: 'The locker bank has not confirmed this yet. Please look again in a moment.',
  MsgMapUnmapInUse:
    'Locker {name} is in use. Without a device nobody can open it, neither here nor at the terminal, until it is mapped again.',
  MsgMapUnmapFailed: 'The mapping of locker {name} could not be removed.',
  MsgMapMapped: 'Locker {name} is mapped to device {serialNumber}.',
  MsgMapUnmapped: 'The mapping of locker {name} has been removed.',
  MsgMapDevicesFailed: 'The devices of the locker bank could not be listed.',
  MsgMapOpened: 'Device {serialNumber} has opened its door.',
  MsgMapOpenFailed: 'Device {serialNumber} did not open its door.',
})
