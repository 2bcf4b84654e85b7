import { t as tPackages } from '#features/package-statuses/messages.ts'
import { flaggedLetter, groupLabel, groupOf, type StatusName, statusLabel } from '#features/package-statuses/statuses.ts'
import { t } from './cabinet-messages.ts'

export type LockerType = 'locker' | 'terminal'

/** `value`: a door's height in layout units; label and words: its names (spec 1 §3). */
type Size = { readonly value: number; readonly label: string; readonly words: string }

export const LOCKER_SIZES = {
  extrasmall: { value: 1, label: 'XS', words: t('SizeXS').text },
  small: { value: 2, label: 'S', words: t('SizeS').text },
  medium: { value: 3, label: 'M', words: t('SizeM').text },
  mediumlarge: { value: 4, label: 'ML', words: t('SizeML').text },
  large: { value: 5, label: 'L', words: t('SizeL').text },
  extralarge: { value: 6, label: 'XL', words: t('SizeXL').text },
  extraextralarge: { value: 12, label: 'XXL', words: t('SizeXXL').text },
} as const satisfies Record<string, Size>

export const TERMINAL_SIZES = {
  xxsmall: { value: 2, label: 'XXS', words: t('SizeXXS').text },
  xsmall: { value: 3, label: 'XS', words: t('SizeXS').text },
  small: { value: 4, label: 'S', words: t('SizeS').text },
  medium: { value: 5, label: 'M', words: t('SizeM').text },
  large: { value: 6, label: 'L', words: t('SizeL').text },
} as const satisfies Record<string, Size>

export const DEFAULT_SIZE = LOCKER_SIZES.small.value
export const DEFAULT_TERMINAL_SIZE = TERMINAL_SIZES.small.value

/** The sizes of a type, smallest first. */
export const sizesOf = (type: LockerType): readonly Size[] => Object.values(type === 'terminal' ? TERMINAL_SIZES : LOCKER_SIZES)

/** 'XS' … 'XXL' for a size value of a type; undefined for a value that the type does not have. */
export const sizeLabel = (type: LockerType, value: number): string | undefined =>
  sizesOf(type).find((size) => size.value === value)?.label

/** The size of a type that is nearest to a value. */
export const nearestSize = (type: LockerType, value: number): number =>
  sizesOf(type).reduce(
    (best, { value: size }) => (Math.abs(size - value) < Math.abs(best - value) ? size : best),
    sizesOf(type)[0]!.value,
  )

/** `lockerMode` on the wire (spec 1 §3). A removed locker is a blank panel. */
export const LOCKER_MODES = { none: 0, removed: -1, outbound: 1, drycleaning: 2 } as const
export type LockerMode = (typeof LOCKER_MODES)[keyof typeof LOCKER_MODES]

/** The label of a locker's mode; null for ordinary and removed lockers. */
export const modeLabel = (mode: number): string | null =>
  mode === LOCKER_MODES.outbound ? t('FlagOutbound').text : mode === LOCKER_MODES.drycleaning ? t('FlagDryCleaning').text : null

/** A locker's condition as staff or the kiosk report it. Whether it is occupied depends on its packages. */
export const CONDITIONS = ['good', 'dirty', 'flagged', 'disabled'] as const
export type Condition = (typeof CONDITIONS)[number]

/** Locker states by their display names (spec 1 §3). */
export const LOCKER_STATES = {
  Available: t('StateAvailable'),
  Occupied: t('StateOccupied'),
  Flagged: t('StateFlagged'),
  Dirty: t('StateDirty'),
  Disabled: t('StateDisabled'),
} as const
export type LockerState = keyof typeof LOCKER_STATES

/** A locker's state (decisions "Locker states"): its condition, and if that is good, whether it has live packages. */
export function lockerState({ condition, livePackages }: { condition: Condition; livePackages: number }): LockerState {
  if (condition === 'dirty') return 'Dirty'
  if (condition === 'flagged') return 'Flagged'
  if (condition === 'disabled') return 'Disabled'
  return livePackages > 0 ? 'Occupied' : 'Available'
}

/** Visual categories of lockers, in the order of the legend (spec 1 §4). */
export const LOCKER_CATEGORIES = {
  available: t('CategoryAvailable').text,
  occupied: t('CategoryOccupied').text,
  dirty: t('CategoryDirty').text,
  outOfService: t('CategoryOutOfService').text,
  disabled: t('CategoryDisabled').text,
} as const
export type LockerCategory = keyof typeof LOCKER_CATEGORIES

/** An unmapped locker has the category of a disabled one in any state. */
export function lockerCategory({ state, isMapped }: { state: LockerState; isMapped: boolean }): LockerCategory {
  if (!isMapped) return 'disabled'
  const categories = {
    Available: 'available',
    Occupied: 'occupied',
    Dirty: 'dirty',
    Flagged: 'outOfService',
    Disabled: 'disabled',
  } as const
  return categories[state]
}

/** Visual categories of packages in a locker, in the order of the legend (spec 1 §4). */
export const PACKAGE_CATEGORIES = [
  'Active',
  'Outbound',
  'Expired',
  'Missing',
  'WrongRecipient',
  'Unconfirmed',
  'Pending',
  'OnHold',
] as const
export type PackageCategory = (typeof PACKAGE_CATEGORIES)[number]
export type PackageMark = { readonly category: PackageCategory; readonly label: string; readonly letter: string | null }

/** A package's category: its group, or for a flagged one its status with the letter. Null for a package that has left. */
export function packageMark(status: StatusName): PackageMark | null {
  const group = groupOf(status)
  const name = group === 'Flagged' ? status : group
  const category = PACKAGE_CATEGORIES.find((one) => one === name)
  if (!category) return null
  const label = group === 'Flagged' ? tPackages('FlaggedAs', { status: statusLabel(status) }).text : groupLabel(group)
  return { category, label, letter: flaggedLetter(status) }
}
