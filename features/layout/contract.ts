import { z } from 'zod'
import { PackageInLocker } from '#features/packages/contract.ts'
import { operation } from '#platform/operation.ts'
import { AnyId, Id, requiredText, Saved, Words } from '#platform/wire.ts'
import { t } from './messages.ts'
import { LOCKER_MODES, LOCKER_STATES, type LockerMode, type LockerState } from './model.ts'
import { LAYOUT_COLUMNS_MAX, LAYOUT_LOCKERS_MAX, LOCKER_NAME_MAX } from './rules.ts'

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

const Mode = z.literal(Object.values(LOCKER_MODES) as [LockerMode, ...LockerMode[]])
const lockersAtMost = t('MsgLayoutTooManyLockers', { max: LAYOUT_LOCKERS_MAX }).text
const nameTooLong = t('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX }).text

/** A door as it is saved. Without an id, or with the all-zero one, it is new; a new one may bring the id it is to have. */
const LockerDraft = z.object({
  Id: AnyId,
  LockerName: requiredText(LOCKER_NAME_MAX, t('MsgLayoutLockerNameEmpty').text, nameTooLong),
  Size: z.int(),
  LockerType: LockerTypeName,
  LockerMode: Mode.default(LOCKER_MODES.none),
  IsDDAReserved: z.boolean().default(false),
})
/** The body of a save: the whole layout, columns from left to right with their doors from top to bottom. */
export const LayoutDraft = z
  .array(
    z.object({
      ColumnName: requiredText(LOCKER_NAME_MAX, t('MsgLayoutColumnNameEmpty').text),
      LockerCollection: z.array(LockerDraft).max(LAYOUT_LOCKERS_MAX, lockersAtMost),
    }),
  )
  .max(LAYOUT_COLUMNS_MAX, t('MsgLayoutTooManyColumns', { max: LAYOUT_COLUMNS_MAX }).text)
/** Room for a layout that is far too large, so that it is told so in words. */
const LAYOUT_BODY_LIMIT = 4_000_000

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
  save: operation('POST', '/lockerBank/{lockerBankId}/layout', {
    permission: 'SetupLockerBank',
    summary:
      'Saves a whole layout. With the ETag that was read as If-Match it is refused (409) when somebody else has saved since; without, when it would remove a locker',
    params: z.object({ lockerBankId }),
    input: LayoutDraft,
    output: Saved.extend({ ETag: z.string() }),
    bodyLimit: LAYOUT_BODY_LIMIT,
  }),
  locker: operation('GET', '/lockerbank/{lockerBankId}/lockerName/{name}', {
    // Whoever stands at the dashboard, and whoever maps devices.
    permission: ['ViewLockerBankDashboard', 'SetupLockerBank'],
    summary: 'One locker by its name, on demand with its packages and its device',
    params: z.object({ lockerBankId, name: requiredText(LOCKER_NAME_MAX, t('MsgLayoutLockerNameEmpty').text) }),
    query: z.object({ IncludePackageInfo: Flag, IncludeDeviceInfo: Flag }),
    output: LockerDetail,
  }),
  lockerTypes: operation('GET', '/locker/lockerTypes', {
    permission: ['ViewLockerBank', 'SetupLockerBank', 'ViewLockerBankDashboard'],
    summary: 'The types of doors with the sizes that each comes in, smallest first',
    output: z.array(
      z.object({ Id: LockerTypeName, Name: Words, Sizes: z.array(z.object({ Value: z.int(), Label: z.string() })) }),
    ),
  }),
}
