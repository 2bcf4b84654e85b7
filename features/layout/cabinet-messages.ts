import { defineMessages } from '#platform/define-messages.ts'

/** Names of lockers and the texts of a drawn cabinet (spec 1 §3, §4). */
export const t = defineMessages('Cabinet', {
  SizeXXS: 'extra extra small',
  SizeXS: 'extra small',
  SizeS: 'small',
  SizeM: 'medium',
  SizeML: 'medium large',
  SizeL: 'large',
  SizeXL: 'extra large',
  SizeXXL: 'extra extra large',

  TypeLocker: 'Locker',
  TypeTerminal: 'Terminal',

  StateAvailable: 'Available',
  StateOccupied: 'Occupied',
  StateFlagged: 'Out Of Service',
  StateDirty: 'Dirty',
  StateDisabled: 'Disabled',

  CategoryAvailable: 'Available',
  CategoryOccupied: 'Occupied',
  CategoryDirty: 'Flagged Dirty',
  CategoryOutOfService: 'Flagged Out of Service',
  CategoryDisabled: 'Disabled or Not Mapped',

  FlagOutbound: 'Outbound',
  FlagDryCleaning: 'Dry cleaning',
  FlagAccessible: 'accessible',
  IsTerminal: '{name}, terminal',
  IsRemoved: '{name}, no locker',
  MappedTo: 'mapped to {serialNumber}',
  NotMapped: 'not mapped',
  HoldsSince: '{status}, {since}',
  HoldsManySince: '{count} packages, the oldest {status}, {since}',
  HeldFor: 'for {name}',
  HeldFrom: 'from {name}',
  LegendMapped: 'Mapped to a device',
  LegendUnmapped: 'Not mapped',
  ATerminal: 'a terminal',
  TitleCabinet: 'Cabinet',
})
