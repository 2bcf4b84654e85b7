import { z } from 'zod'
import { LOCKER_NAME_MAX } from '#features/layout/rules.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, NullableTime, requiredText } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Longest serial number of a device. */
const SERIAL_NUMBER_MAX = 100

/** A device of the cabinet (spec 1 §3). */
export const Device = z.object({
  SerialNumber: z.string(),
  /** Name of the locker that it opens; null while it is mapped to none. */
  LockerNumber: z.string().nullable(),
  /** False: it opens a locker, but the cabinet did not name it when it was last looked for. */
  IsFound: z.boolean(),
})
export type Device = z.infer<typeof Device>

const bank = { lockerBankId: Id }
const device = { device: requiredText(SERIAL_NUMBER_MAX, t('MsgMapNoDeviceSelected')) }
/** A locker by its id or its name (decisions "Locker banks"). */
const locker = { locker: requiredText(LOCKER_NAME_MAX, t('MsgMapNoLockerSelected')) }
const technician = { permission: 'SetupLockerBank' } as const
/** False: refused, with the reason; nothing was changed. */
const Mapped = Done.extend({ IsSuccess: z.boolean() })

/** Which device opens which locker (spec 1 §2 "Map locker to device", §7). */
export const devices = {
  list: operation('GET', '/lockerBank/{lockerBankId}/devices/{rediscover}', {
    ...technician,
    summary: 'The devices of a locker bank with the lockers that they open; `true` scans the cabinet first',
    params: z.object({
      ...bank,
      rediscover: z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'The rediscover flag is true or false.' }),
    }),
    output: z.object({
      Devices: z.array(Device),
      /** Time of the last discovery; null when there was none. */
      FoundAt: NullableTime,
    }),
    reads: false,
  }),
  open: operation('POST', '/lockerBank/{lockerBankId}/devices/{device}/open', {
    ...technician,
    summary: 'Opens the door of a device, mapped or not',
    params: z.object({ ...bank, ...device }),
    output: Done.extend({
      /** False: the kiosk did not detect that the door opened, or there is no such device. */
      IsOpen: z.boolean(),
    }),
  }),
  map: operation('POST', '/lockerBank/{lockerBankId}/locker/{locker}/map/{device}', {
    ...technician,
    summary: 'Maps a device to a locker that has none',
    params: z.object({ ...bank, ...locker, ...device }),
    output: Mapped,
  }),
  unmap: operation('PUT', '/lockerBank/{lockerBankId}/locker/{locker}/map', {
    ...technician,
    summary: 'Removes the device of a locker; for a locker in use with confirmation only, because it can no longer be opened',
    params: z.object({ ...bank, ...locker }),
    input: z.object({ IsInUseConfirmed: z.boolean().default(false) }),
    output: Mapped.extend({
      /** The locker is in use: repeat the request with `IsInUseConfirmed` to remove its device. */
      NeedsConfirmation: z.boolean(),
    }),
  }),
}
