import type { Message } from '#platform/define-messages.ts'
import { type Changes, whyNotBecome, whyNotReplace } from '../../../changes.ts'
import { type Design, type DesignColumn, type DesignLocker, placeOf, type SavedDesign } from '../../../design.ts'
import { t } from '../../../messages.ts'
import { LAYOUT_MODES, whyNotRemoveColumn, whyNotRemoveLocker, whyNotSave } from '../../../rules.ts'
import type { LockerChange } from './edits.ts'

/**
 * The rules of layouts as they are asked at the screen. What was saved is judged as it was saved, in the column in which it
 * was, because that is what the server will judge.
 */

/** Why a locker cannot be removed; a new one always can. */
export function whyNotRemove({ id }: DesignLocker, saved: SavedDesign): Message | null {
  const before = placeOf(saved, id)
  return before ? whyNotRemoveLocker(before.locker, before.column, LAYOUT_MODES.design) : null
}

/** Why a column cannot be removed with all that is in it now. */
export function whyNotRemoveWhole(column: DesignColumn, saved: SavedDesign): Message | null {
  const lockers = column.lockers.map((locker) => placeOf(saved, locker.id)?.locker ?? { ...locker, isNew: true })
  const first = column.lockers.map((locker) => whyNotRemove(locker, saved)).find((said) => said !== null)
  return whyNotRemoveColumn({ name: column.name, lockers }) ?? first ?? null
}

/** Why a locker cannot become another type or mode; `hasTerminal`: the layout has one already. */
export function whyNotChange(
  locker: DesignLocker,
  wanted: LockerChange,
  hasTerminal: boolean,
  saved: SavedDesign,
): Message | null {
  const before = placeOf(saved, locker.id)?.locker
  const after = { ...locker, ...wanted }
  const isSecond = after.lockerType === 'terminal' && locker.lockerType !== 'terminal'
  return (before ? whyNotBecome(before, after) : null) ?? (isSecond && hasTerminal ? t('MsgLayoutTerminalOnce') : null)
}

/** The first rule that keeps a design from being saved with these changes, and null when nothing does. */
export const whyNotSaved = (design: Design, changes: Changes) => whyNotSave(design) ?? whyNotReplace(changes)
