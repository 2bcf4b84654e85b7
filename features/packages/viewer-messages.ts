import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the Package Viewer and of a package's detail (spec 2 §2, §4). */
export const t = defineMessages('PackageViewer', {
  NoPackages: 'No packages yet. A package appears here as soon as it is dropped off.',
  FilterSearch: 'Name, unit, package or tracking number',

  ColumnTrackingNumber: 'Tracking',
  LabelPackageId: 'Package Id',
  LabelResidentName: 'Resident Name',
  LabelDropOffTime: 'Drop Off',
  LabelCollectionTime: 'Collection',
  LabelRecoveryTime: 'Recovery',
  LabelLastChange: 'Last change',
  LabelAdviceTag: 'Advice Tag',
  LabelNote: 'Note',
  ChoiceRemoved: '{name} (removed)',

  ClosePackage: 'Close package',
  SectionPlace: 'Current location',
  SectionLastPlace: 'Last location',
  SectionTimes: 'Times',
  SectionLabel: 'Delivery',
  LockerOnDrawing: 'Locker {locker} in {bank}',

  ButtonLabel: 'Print label',
  LabelBarcode: 'Barcode of {number}',
  LabelArrived: 'Arrived {date}',

  ButtonResend: 'Send notice again',
  ActionExtendExpiry: 'Extend expiry',
  AskResend: 'The notices of {who} are sent again.',
  AskExtendExpiry: 'The expiry of {who} is extended, from its present day or from today when that is later.',
  NotificationTriggeredFailed: 'Notifications could not be sent.',
  FailedToExtendExpiry: 'Failed to extend expiry.',
  LabelWeekdays: 'Weekdays',
  HelpWeekdays: 'Empty: the period of the property',
  CountPackage: '1 package',
  CountPackages: '{count} packages',

  PaletteHint: '{status} · unit {unit}',
})
