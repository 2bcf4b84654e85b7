import { z } from 'zod'
import { PackageInLocker } from '#features/packages/contract.ts'
import { operation } from '#platform/operation.ts'
import { Id, requiredText } from '#platform/wire.ts'
import { say } from './messages.ts'
import { LOCKER_STATES, type LockerState } from './model.ts'
import { LOCKER_NAME_MAX } from './rules.ts'

const State = z.enum(Object.keys(LOCKER_STATES) as [LockerState, ...LockerState[]])
const LockerTypeName = z.enum(['locker', 'terminal'])

/** A door as a read layout has it (spec 1 §3 "Layout column"). */
export const LayoutLocker = z.object({
  Id: z.string(),
  LockerName: z.string(),
  Size: z.int(),
  LockerType: LockerTypeName,
  LockerMode: z.int(),
  IsDDAReserved: z.boolean(),
  LockerState: State,
  IsDeviceAssociated: z.boolean(),
})
export const LayoutColumn = z.object({ ColumnName: z.string(), LockerCollection: z.array(LayoutLocker) })
export type LayoutColumn = z.infer<typeof LayoutColumn>

export const LockerDetail = LayoutLocker.omit({ LockerState: true, IsDeviceAssociated: true }).extend({
  StateAsString: State,
  IsMapped: z.boolean(),
  /** Empty unless asked for. */
  Packages: z.array(PackageInLocker),
  /** Null unless asked for, and while no device opens the locker. */
  Device: z.object({ SerialNumber: z.string(), LockerNumber: z.string() }).nullable(),
})
export type LockerDetail = z.infer<typeof LockerDetail>

const Flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).default(false)
const lockerBankId = Id

export const layouts = {
  read: operation('GET', '/lockerBank/{lockerBankId}/layout', {
    // A package's detail shows where in the cabinet it lies.
    permission: ['ViewLockerBank', 'EditLockerBank', 'SetupLockerBank', 'ViewLockerBankDashboard', 'ViewPackage'],
    summary: 'The columns of a locker bank with their doors, left to right and top to bottom; its ETag is what a save must match',
    params: z.object({ lockerBankId }),
    output: z.array(LayoutColumn),
  }),
  locker: operation('GET', '/lockerbank/{lockerBankId}/lockerName/{name}', {
    // Whoever stands at the dashboard, and whoever maps devices.
    permission: ['ViewLockerBankDashboard', 'SetupLockerBank'],
    summary: 'One locker by its name, on demand with its packages and its device',
    params: z.object({ lockerBankId, name: requiredText(LOCKER_NAME_MAX, say('MsgLayoutLockerNameEmpty').text) }),
    query: z.object({ IncludePackageInfo: Flag, IncludeDeviceInfo: Flag }),
    output: LockerDetail,
  }),
  lockerTypes: operation('GET', '/locker/lockerTypes', {
    permission: ['ViewLockerBank', 'SetupLockerBank', 'ViewLockerBankDashboard'],
    summary: 'The types of doors with the sizes that each comes in, smallest first',
    output: z.array(
      z.object({ Id: LockerTypeName, Name: z.string(), Sizes: z.array(z.object({ Value: z.int(), Label: z.string() })) }),
    ),
  }),
}
