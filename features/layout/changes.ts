import type { Message } from '#platform/define-messages.ts'
import type { Design, DesignColumn, DesignLocker, SavedDesign } from './design.ts'
import { LAYOUT_MODES, nameKey, type Standing, whyNotChangeMode, whyNotChangeType, whyNotRemoveLocker } from './rules.ts'

type SavedLocker = DesignLocker & Standing
/** A door with the place that it has: its column, by name, and how many doors stand above it. */
type Placed<L extends DesignLocker> = { readonly locker: L; readonly column: DesignColumn<L>; readonly at: number }
export type Changes = {
  readonly added: readonly Placed<DesignLocker>[]
  readonly removed: readonly Placed<SavedLocker>[]
  /** Something about the door or its place is different. */
  readonly changed: readonly { readonly before: Placed<SavedLocker>; readonly after: Placed<DesignLocker> }[]
  /** Columns came, went, changed their order or the writing of their names. */
  readonly columns: boolean
}

const placed = <L extends DesignLocker>(design: readonly DesignColumn<L>[]) =>
  new Map(
    design.flatMap((column) => column.lockers.map((locker, at): [string, Placed<L>] => [locker.id, { locker, column, at }])),
  )

const sameColumn = (one: string, other: string) => one === other || nameKey(one) === nameKey(other)
const FIELDS = ['lockerName', 'lockerType', 'size', 'lockerMode', 'isDDAReserved'] as const
const differ = (one: Placed<DesignLocker>, other: Placed<DesignLocker>) =>
  one.at !== other.at ||
  !sameColumn(one.column.name, other.column.name) ||
  FIELDS.some((field) => one.locker[field] !== other.locker[field])

/** What a save changes. Lockers are known by their ids, columns by their names. */
export function changesBetween(before: SavedDesign, after: Design): Changes {
  const saved = placed(before)
  const wanted = placed(after)
  return {
    added: [...wanted.values()].filter(({ locker }) => !saved.has(locker.id)),
    removed: [...saved.values()].filter(({ locker }) => !wanted.has(locker.id)),
    changed: [...wanted.values()].flatMap((now) => {
      const old = saved.get(now.locker.id)
      return old && differ(old, now) ? [{ before: old, after: now }] : []
    }),
    columns: before.length !== after.length || before.some((column, at) => column.name !== after[at]!.name),
  }
}

export const isUnchanged = ({ added, removed, changed, columns }: Changes) =>
  !columns && added.length + removed.length + changed.length === 0

/** Changes that what stands behind a door may forbid. */
export const forbiddable = ({ removed, changed }: Changes): readonly SavedLocker[] => [
  ...removed.map(({ locker }) => locker),
  ...changed.filter(({ before, after }) => takesAway(before.locker, after.locker)).map(({ before }) => before.locker),
]
const takesAway = (before: DesignLocker, after: DesignLocker) =>
  before.lockerType !== after.lockerType || before.lockerMode !== after.lockerMode

/**
 * Why a saved layout cannot become another, the first reason only (spec 1 §4 "Layout editing rules"). Whether a locker may go
 * is judged by the column in which it was saved, wherever it was moved since.
 */
export function whyNotReplace({ removed, changed }: Changes): Message | null {
  for (const { locker, column } of removed) {
    const said = whyNotRemoveLocker(locker, column, LAYOUT_MODES.design)
    if (said) return said
  }
  for (const { before, after } of changed) {
    const said = whyNotBecome(before.locker, after.locker)
    if (said) return said
  }
  return null
}

/** Why a saved locker cannot become another type or a blank in the steel. */
export function whyNotBecome(before: SavedLocker, after: Pick<DesignLocker, 'lockerType' | 'lockerMode'>): Message | null {
  const typed = before.lockerType === after.lockerType ? null : whyNotChangeType(before)
  return typed ?? (before.lockerMode === after.lockerMode ? null : whyNotChangeMode(before, after.lockerMode))
}
