import {
  type Icon,
  IconArrowUpRight,
  IconBan,
  IconCheck,
  IconClockHour4,
  IconDroplet,
  IconHanger,
  IconLetterA,
  IconLetterD,
  IconLetterH,
  IconLetterM,
  IconLetterN,
  IconLetterO,
  IconLetterP,
  IconLetterS,
  IconLetterU,
  IconLetterW,
  IconPackage,
  IconPlug,
  IconPlugX,
  IconTool,
} from '@tabler/icons-react'
import { LOCKER_MODES, type LockerCategory, type PackageCategory } from '../../model.ts'

/**
 * Letters of states and of flagged packages as icons, not text: a door's only text is its name, with which its accessible name
 * begins, as voice control requires.
 */
export const LETTERS = {
  A: IconLetterA,
  D: IconLetterD,
  H: IconLetterH,
  M: IconLetterM,
  N: IconLetterN,
  O: IconLetterO,
  P: IconLetterP,
  S: IconLetterS,
  U: IconLetterU,
  W: IconLetterW,
} as const
export type Letter = keyof typeof LETTERS

/** A locker state's icon and letter, for users who cannot distinguish the fills. */
export const STATE_MARKS: Readonly<Record<LockerCategory, { icon: Icon; letter: Letter }>> = {
  available: { icon: IconCheck, letter: 'A' },
  occupied: { icon: IconPackage, letter: 'O' },
  dirty: { icon: IconDroplet, letter: 'D' },
  outOfService: { icon: IconTool, letter: 'S' },
  disabled: { icon: IconBan, letter: 'N' },
}

/** Whether a device is mapped to a locker. */
export type MappingKind = 'mapped' | 'unmapped'
export const MAPPING_ICONS: Readonly<Record<MappingKind, Icon>> = { mapped: IconPlug, unmapped: IconPlugX }

/** The icons of packages; flagged ones show their letter instead. */
export const PACKAGE_ICONS: Readonly<Partial<Record<PackageCategory, Icon>>> = {
  Active: IconPackage,
  Outbound: IconArrowUpRight,
  Expired: IconClockHour4,
}

export const modeIcon = (mode: number): Icon | null =>
  mode === LOCKER_MODES.outbound ? IconArrowUpRight : mode === LOCKER_MODES.drycleaning ? IconHanger : null
