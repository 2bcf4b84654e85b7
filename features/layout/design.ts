import type { z } from 'zod'
import type { LayoutDraft, LayoutColumn as ReadColumn } from './contract.ts'
import { LOCKER_MODES, type LockerMode, type LockerType } from './model.ts'
import type { Standing } from './rules.ts'

/** A door as it is designed. Its id is the application's own from the first moment; the server keeps it. */
export type DesignLocker = {
  readonly id: string
  readonly lockerName: string
  readonly lockerType: LockerType
  readonly size: number
  readonly lockerMode: LockerMode
  readonly isDDAReserved: boolean
}
/** `id` tells columns apart while they are worked on; on the wire a column is known by its name. */
export type DesignColumn<L extends DesignLocker = DesignLocker> = {
  readonly id: string
  readonly name: string
  readonly lockers: readonly L[]
}
/** Columns from left to right with their doors from top to bottom. Never changed in place: an edit gives another. */
export type Design = readonly DesignColumn[]
/** A layout as it was saved, with what stands behind its doors. */
export type SavedDesign = readonly DesignColumn<DesignLocker & Standing>[]

export const lockersOf = <L extends DesignLocker>(design: readonly DesignColumn<L>[]): readonly L[] =>
  design.flatMap((column) => column.lockers)

/** Where a locker stands, counted from 0; undefined when it is in none of the columns. */
export function placeOf<L extends DesignLocker>(design: readonly DesignColumn<L>[], lockerId: string) {
  for (const [columnAt, column] of design.entries()) {
    const at = column.lockers.findIndex((locker) => locker.id === lockerId)
    if (at >= 0) return { column, columnAt, at, locker: column.lockers[at]! }
  }
  return undefined
}

/** A terminal is kept for nothing. */
export const settled = (locker: DesignLocker): DesignLocker =>
  locker.lockerType === 'terminal' ? { ...locker, lockerMode: LOCKER_MODES.none, isDDAReserved: false } : locker

/** A layout as it was read. */
export const savedDesignOf = (columns: readonly ReadColumn[]): SavedDesign =>
  columns.map((column) => ({
    id: column.ColumnName,
    name: column.ColumnName,
    lockers: column.LockerCollection.map((locker) => ({
      id: locker.Id,
      lockerName: locker.LockerName,
      lockerType: locker.LockerType,
      size: locker.Size,
      lockerMode: locker.LockerMode as LockerMode,
      isDDAReserved: locker.IsDDAReserved,
      isDeviceAssociated: locker.IsDeviceAssociated,
      livePackages: locker.LockerState === 'Occupied' ? 1 : 0,
    })),
  }))

/** A layout that somebody wants to save; `newId` names the lockers that came without an id. */
export const designOfDraft = (draft: z.output<typeof LayoutDraft>, newId: () => string): Design =>
  draft.map((column) => ({
    id: column.ColumnName,
    name: column.ColumnName,
    lockers: column.LockerCollection.map((locker) =>
      settled({
        id: locker.Id ?? newId(),
        lockerName: locker.LockerName,
        lockerType: locker.LockerType,
        size: locker.Size,
        lockerMode: locker.LockerMode,
        isDDAReserved: locker.IsDDAReserved,
      }),
    ),
  }))

/** What is sent to save it. */
export const draftOf = (design: Design): z.input<typeof LayoutDraft> =>
  design.map((column) => ({
    ColumnName: column.name,
    LockerCollection: column.lockers.map(lockerDraftOf),
  }))

/** A designed locker in the words of the wire. */
export const lockerDraftOf = (locker: Design[number]['lockers'][number]) => ({
  Id: locker.id,
  LockerName: locker.lockerName,
  Size: locker.size,
  LockerType: locker.lockerType,
  LockerMode: locker.lockerMode,
  IsDDAReserved: locker.isDDAReserved,
})
