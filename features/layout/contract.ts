import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { AnyId, Id, MessageText, requiredText, Saved } from '#platform/wire.ts'
import { t } from './messages.ts'
import { LOCKER_MODES, LOCKER_STATES, type LockerMode, type LockerState } from './model.ts'
import { LAYOUT_COLUMNS_MAX, LAYOUT_LOCKERS_MAX, LOCKER_NAME_MAX } from './rules.ts'

const State = z.enum(Object.keys(LOCKER_STATES) as [LockerState, ...LockerState[]])
const LockerTypeName = z.enum(['locker', 'terminal'])

/** A locker or terminal in a layout (spec 1 §3 "Layout column"). */
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

const Mode = z.literal(Object.values(LOCKER_MODES) as [LockerMode, ...LockerMode[]])
const lockersAtMost = packMessage(t('MsgLayoutTooManyLockers', { max: LAYOUT_LOCKERS_MAX }))
const nameTooLong = t('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX })

/** A locker in a save. Without an id, or with the all-zero one, it is new; a new locker may have an id of the caller's. */
const LockerDraft = z.object({
  Id: AnyId,
  LockerName: requiredText(LOCKER_NAME_MAX, t('MsgLayoutLockerNameEmpty'), nameTooLong),
  Size: z.int(),
  LockerType: LockerTypeName,
  LockerMode: Mode.default(LOCKER_MODES.none),
  IsDDAReserved: z.boolean().default(false),
})
/** The body of a save: the whole layout, columns from left to right with their lockers from top to bottom. */
export const LayoutDraft = z
  .array(
    z.object({
      ColumnName: requiredText(LOCKER_NAME_MAX, t('MsgLayoutColumnNameEmpty')),
      LockerCollection: z.array(LockerDraft).max(LAYOUT_LOCKERS_MAX, lockersAtMost),
    }),
  )
  .max(LAYOUT_COLUMNS_MAX, packMessage(t('MsgLayoutTooManyColumns', { max: LAYOUT_COLUMNS_MAX })))
/** Large enough that a layout with too many lockers gets the rule's message instead of 413. */
const LAYOUT_BODY_LIMIT = 4_000_000

const lockerBankId = Id

export const layouts = {
  read: operation('GET', '/lockerBank/{lockerBankId}/layout', {
    // The package detail shows the locker's place in the cabinet.
    permission: ['ViewLockerBank', 'EditLockerBank', 'SetupLockerBank', 'ViewLockerBankDashboard', 'ViewPackage'],
    summary:
      'The columns of a locker bank with their lockers, left to right and top to bottom; send its ETag as If-Match with a save',
    params: z.object({ lockerBankId }),
    output: z.array(LayoutColumn),
  }),
  save: operation('POST', '/lockerBank/{lockerBankId}/layout', {
    permission: 'SetupLockerBank',
    summary:
      'Saves a whole layout. With If-Match it is refused (409) when the layout has been saved since; without, when it would remove a locker',
    params: z.object({ lockerBankId }),
    input: LayoutDraft,
    output: Saved.extend({ ETag: z.string() }),
    bodyLimit: LAYOUT_BODY_LIMIT,
  }),
  lockerTypes: operation('GET', '/locker/lockerTypes', {
    permission: ['ViewLockerBank', 'SetupLockerBank', 'ViewLockerBankDashboard'],
    summary: 'The locker types with their sizes, smallest first',
    output: z.array(
      z.object({ Id: LockerTypeName, Name: MessageText, Sizes: z.array(z.object({ Value: z.int(), Label: z.string() })) }),
    ),
  }),
}
