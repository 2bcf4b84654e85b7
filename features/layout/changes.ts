import type { Message } from '#platform/define-messages.ts'
import type { Design, DesignColumn, DesignLocker, SavedDesign } from './design.ts'
import { LAYOUT_MODES, type LockerUse, nameKey, whyNotChangeMode, whyNotChangeType, whyNotRemoveLocker } from './rules.ts'

type SavedLocker = DesignLocker & LockerUse
/** A locker with its column and its index from the top. */
type Placed<L extends DesignLocker> = { readonly locker: L; readonly column: DesignColumn<L>; readonly at: number }
export type Changes = {
  readonly added: readonly Placed<DesignLocker>[]
  readonly removed: readonly Placed<SavedLocker>[]
  /** The locker or its place differs. */
  readonly changed: readonly { readonly before: Placed<SavedLocker>; readonly after: Placed<DesignLocker> }[]
  /** Columns were added, removed, moved or renamed. */
  readonly columns: boolean
}

const placed = <L extends DesignLocker>(design: readonly DesignColumn<L>[]) =>
  new Map(
    design.flatMap((column) => column.lockers.map((locker, at): [string, Placed<L>] => [locker.id, { locker, column, at }])),
  )

const sameColumn = (one: string, other: string) => one === other || nameKey(one) === nameKey(other)
const FIELDS = ['lockerName', 'lockerType', 'size', 'lockerMode', 'isDDAReserved'] as const
/** Whether two lockers have the same name, type, size, mode and accessibility. */
export const isAlike = (one: DesignLocker, other: DesignLocker) => FIELDS.every((field) => one[field] === other[field])
const differ = (one: Placed<DesignLocker>, other: Placed<DesignLocker>) =>
  one.at !== other.at || !sameColumn(one.column.name, other.column.name) || !isAlike(one.locker, other.locker)

/** What a save changes. Lockers are matched by id, columns by name. */
export function changesBetween(before: SavedDesign, after: Design): Changes {
  const saved = placed(before)
  const next = placed(after)
  return {
    added: [...next.values()].filter(({ locker }) => !saved.has(locker.id)),
    removed: [...saved.values()].filter(({ locker }) => !next.has(locker.id)),
    changed: [...next.values()].flatMap((now) => {
      const old = saved.get(now.locker.id)
      return old && differ(old, now) ? [{ before: old, after: now }] : []
    }),
    columns: before.length !== after.length || before.some((column, at) => column.name !== after[at]!.name),
  }
}

export const isUnchanged = ({ added, removed, changed, columns }: Changes) =>
  !columns && added.length + removed.length + changed.length === 0

/** Whether a design has unsaved changes. */
export const isDirty = (saved: SavedDesign, design: Design) => saved !== design && !isUnchanged(changesBetween(saved, design))

/** Lockers whose change is forbidden while a device or a package uses them. */
export const restricted = ({ removed, changed }: Changes): readonly SavedLocker[] => [
  ...removed.map(({ locker }) => locker),
  ...changed.filter(({ before, after }) => takesAway(before.locker, after.locker)).map(({ before }) => before.locker),
]
const takesAway = (before: DesignLocker, after: DesignLocker) =>
  before.lockerType !== after.lockerType || before.lockerMode !== after.lockerMode

/**
 * Why a saved layout cannot become another, the first reason only (spec 1 §4 "Layout editing rules"). Whether a locker may be
 * removed depends on the column in which it was saved, even if it was moved since.
 */
export function whyNotReplace({ removed, changed }: Changes): Message | null {
  for (const { locker, column } of removed) {
    const whyNot = whyNotRemoveLocker(locker, column, LAYOUT_MODES.design)
    if (whyNot) return whyNot
  }
  for (const { before, after } of changed) {
    const whyNot = whyNotBecome(before.locker, after.locker)
    if (whyNot) return whyNot
  }
  return null
}

/** Why a saved locker cannot change its type, or become a blank panel. */
export function whyNotBecome(before: SavedLocker, after: Pick<DesignLocker, 'lockerType' | 'lockerMode'>): Message | null {
  const whyNotType = before.lockerType === after.lockerType ? null : whyNotChangeType(before)
  return whyNotType ?? (before.lockerMode === after.lockerMode ? null : whyNotChangeMode(before, after.lockerMode))
}
