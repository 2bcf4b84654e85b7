import type { z } from 'zod'
import type { LayoutDraft, LayoutColumn as ReadColumn } from './contract.ts'
import { LOCKER_MODES, type LockerMode, type LockerType } from './model.ts'
import type { LockerUse } from './rules.ts'

/** A locker or terminal in the designer. The designer creates its id, the server keeps it. */
export type DesignLocker = {
  readonly id: string
  readonly lockerName: string
  readonly lockerType: LockerType
  readonly size: number
  readonly lockerMode: LockerMode
  readonly isDDAReserved: boolean
}
/** `id` identifies the column in the designer only; on the wire a column is identified by its name. */
export type DesignColumn<L extends DesignLocker = DesignLocker> = {
  readonly id: string
  readonly name: string
  readonly lockers: readonly L[]
}
/** Columns from left to right with their lockers from top to bottom. Immutable: an edit returns a new design. */
export type Design = readonly DesignColumn[]
/** A saved layout with the use of its lockers. */
export type SavedDesign = readonly DesignColumn<DesignLocker & LockerUse>[]

export const lockersOf = <L extends DesignLocker>(design: readonly DesignColumn<L>[]): readonly L[] =>
  design.flatMap((column) => column.lockers)

/** A locker with its column and both indexes, from 0; undefined when the design does not contain it. */
export function placeOf<L extends DesignLocker>(design: readonly DesignColumn<L>[], lockerId: string) {
  for (const [columnAt, column] of design.entries()) {
    const at = column.lockers.findIndex((locker) => locker.id === lockerId)
    if (at >= 0) return { column, columnAt, at, locker: column.lockers[at]! }
  }
  return undefined
}

/** A terminal has no mode and is not accessible. */
export const withoutTerminalModes = (locker: DesignLocker): DesignLocker =>
  locker.lockerType === 'terminal' ? { ...locker, lockerMode: LOCKER_MODES.none, isDDAReserved: false } : locker

/** A saved design from a layout as the server sends it. */
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

/** The design in a save's input; lockers without an id get one from `newId`. */
export const designOfDraft = (draft: z.output<typeof LayoutDraft>, newId: () => string): Design =>
  draft.map((column) => ({
    id: column.ColumnName,
    name: column.ColumnName,
    lockers: column.LockerCollection.map((locker) =>
      withoutTerminalModes({
        id: locker.Id ?? newId(),
        lockerName: locker.LockerName,
        lockerType: locker.LockerType,
        size: locker.Size,
        lockerMode: locker.LockerMode,
        isDDAReserved: locker.IsDDAReserved,
      }),
    ),
  }))

/** The input of a save. */
export const draftOf = (design: Design): z.input<typeof LayoutDraft> =>
  design.map((column) => ({
    ColumnName: column.name,
    LockerCollection: column.lockers.map(lockerDraftOf),
  }))

/** A locker as the input of a save has it. */
export const lockerDraftOf = (locker: Design[number]['lockers'][number]) => ({
  Id: locker.id,
  LockerName: locker.lockerName,
  Size: locker.size,
  LockerType: locker.lockerType,
  LockerMode: locker.lockerMode,
  IsDDAReserved: locker.isDDAReserved,
})

/** A design with the lockers' use as `current` has it; lockers that are not in `current` are unused. */
export function withUse(design: Design, current: SavedDesign): SavedDesign {
  const uses = new Map(
    lockersOf(current).map(({ id, isDeviceAssociated, livePackages }) => [id, { isDeviceAssociated, livePackages }]),
  )
  return design.map((column) => ({
    ...column,
    lockers: column.lockers.map((locker) => ({ ...locker, isDeviceAssociated: false, livePackages: 0, ...uses.get(locker.id) })),
  }))
}
