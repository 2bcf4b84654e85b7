import { type Changes, whyNotBecome, whyNotReplace } from '#features/layout/changes.ts'
import { type Design, type DesignColumn, type DesignLocker, placeOf, type SavedDesign } from '#features/layout/design.ts'
import { t } from '#features/layout/messages.ts'
import {
  LAYOUT_MODES,
  LOCKER_NAME_MAX,
  nameKey,
  whyNotRemoveColumn,
  whyNotRemoveLocker,
  whyNotSave,
} from '#features/layout/rules.ts'
import type { Message } from '#platform/define-messages.ts'
import type { LockerChange } from './edits.ts'

/**
 * The layout rules as the designer applies them. A saved locker is checked as it was saved, in its saved column, because the
 * server checks that too.
 */

/** Why a locker cannot be removed; a new one always can. */
export function whyNotRemove({ id }: DesignLocker, saved: SavedDesign): Message | null {
  const before = placeOf(saved, id)
  return before ? whyNotRemoveLocker(before.locker, before.column, LAYOUT_MODES.design) : null
}

/** Why a column cannot be removed with its present lockers. */
export function whyNotRemoveWhole(column: DesignColumn, saved: SavedDesign): Message | null {
  const lockers = column.lockers.map((locker) => placeOf(saved, locker.id)?.locker ?? { ...locker, isNew: true })
  const first = column.lockers.map((locker) => whyNotRemove(locker, saved)).find((whyNot) => whyNot !== null)
  return whyNotRemoveColumn({ name: column.name, lockers }) ?? first ?? null
}

/** Why a locker cannot become another type or mode; `hasTerminal`: the layout already has one. */
export function whyNotChange(
  locker: DesignLocker,
  change: LockerChange,
  hasTerminal: boolean,
  saved: SavedDesign,
): Message | null {
  const before = placeOf(saved, locker.id)?.locker
  const after = { ...locker, ...change }
  const isSecond = after.lockerType === 'terminal' && locker.lockerType !== 'terminal'
  return (before ? whyNotBecome(before, after) : null) ?? (isSecond && hasTerminal ? t('MsgLayoutTerminalOnce') : null)
}

/** Why a column cannot have a name; `design` includes the column. */
export function whyNotRenameColumn(name: string, design: Design, id: string): Message | null {
  if (!name.trim()) return t('MsgLayoutColumnNameEmpty')
  if (name.trim().length > LOCKER_NAME_MAX) return t('MsgLayoutLockerNameTooLong', { max: LOCKER_NAME_MAX })
  const isTaken = design.some((column) => column.id !== id && nameKey(column.name) === nameKey(name))
  return isTaken ? t('MsgLayoutDuplicateColumn', { name: name.trim() }) : null
}

/** The first rule that forbids saving a design with these changes; null when it can be saved. */
export const whyNotSaved = (design: Design, changes: Changes) => whyNotSave(design) ?? whyNotReplace(changes)
