import type { z } from 'zod'
import { type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { relativeText } from '#platform/date-format.ts'
import { foldText } from '#platform/fold-text.ts'
import { t } from '../../cabinet-messages.ts'
import type { LayoutLocker } from '../../contract.ts'
import { LOCKER_CATEGORIES, LOCKER_MODES, LOCKER_STATES, lockerCategory, modeLabel, packageMark, sizeLabel } from '../../model.ts'

type CabinetPackage = {
  readonly StatusId: number
  readonly DroppedAt: string
  /** Null for viewers who may not see recipients. */
  readonly Recipient?: string | null
  readonly UnitNumber?: string | null
}
/** A locker as a cabinet draws it; its packages if known, oldest first. */
export type CabinetLocker = z.infer<typeof LayoutLocker> & {
  readonly Packages?: readonly CabinetPackage[]
}
export type CabinetColumn = { readonly ColumnName: string; readonly LockerCollection: readonly CabinetLocker[] }

export const categoryOf = (locker: CabinetLocker) =>
  lockerCategory({ state: locker.LockerState, isMapped: locker.IsDeviceAssociated })

/** The mark of a locker's oldest package, with the number of packages and whose they are; null for an empty locker. */
export function markOf({ Packages = [] }: CabinetLocker) {
  const oldest = Packages[0]
  const status: StatusName | undefined = oldest && statusById(oldest.StatusId)
  const mark = status && packageMark(status)
  return oldest && mark ? { ...mark, since: oldest.DroppedAt, count: Packages.length, person: personOf(oldest) } : null
}

/** 'Ada Berg 12C'; empty for viewers who may not see recipients. The packages of a locker are of one person. */
const personOf = ({ Recipient, UnitNumber }: CabinetPackage) => [Recipient, UnitNumber].filter(Boolean).join(' ')

/** The mark of an occupied locker in a cabinet that shows the mapping. */
export const IN_USE = { category: 'Active', letter: null } as const
export const markOfInUse = ({ LockerState }: CabinetLocker) => (LockerState === 'Occupied' ? IN_USE : null)

/** A locker's mapping in one line: name, size, device, and whether it is occupied. */
export function describeDevice(locker: CabinetLocker, serialNumber: string | null): string {
  if (locker.LockerType === 'terminal') return terminalText(locker.LockerName)
  if (locker.LockerMode === LOCKER_MODES.removed) return t('IsRemoved', { name: locker.LockerName }).text
  const parts = [
    locker.LockerName,
    sizeLabel('locker', locker.Size),
    (serialNumber === null ? t('NotMapped') : t('MappedTo', { serialNumber })).text,
    markOfInUse(locker) && LOCKER_STATES.Occupied.text,
  ]
  return parts.filter(Boolean).join(', ')
}

/** A locker in one line: name, size, state, packages and since when, for whom, mode, accessibility. `now` in ms since 1970. */
export function describeLocker(locker: CabinetLocker, now: number): string {
  if (locker.LockerType === 'terminal') return terminalText(locker.LockerName)
  const mark = markOf(locker)
  const contents =
    mark &&
    t(mark.count > 1 ? 'HoldsManySince' : 'HoldsSince', {
      count: mark.count,
      status: mark.label,
      since: relativeText(mark.since, now),
    }).text
  const parts = [
    locker.LockerName,
    sizeLabel('locker', locker.Size),
    LOCKER_CATEGORIES[categoryOf(locker)],
    contents,
    mark?.person && t(mark.category === 'Outbound' ? 'HeldFrom' : 'HeldFor', { name: mark.person }).text,
    modeLabel(locker.LockerMode),
    locker.IsDDAReserved && t('FlagAccessible').text,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Many terminals are named so, which would be read twice. */
const terminalText = (name: string) =>
  foldText(name) === foldText(t('TypeTerminal').text) ? name : t('IsTerminal', { name }).text
