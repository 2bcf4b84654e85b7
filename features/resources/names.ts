/** The names of the language files: the seven of the specification (spec 1 §7), and ours for everything else. */
export const FILE_NAMES = [
  'Common',
  'Portal',
  'Session',
  'Dashboard',
  'Alert',
  'LockerBank',
  'LockerBankSettings',
  'Layout',
  'Cabinet',
  'MapLockerToDevice',
  'Kiosk',
  'Package',
  'PackageStatus',
  'PackageViewer',
  'Courier',
  'Building',
  'Resident',
  'Registration',
  'Agent',
] as const
export type FileName = (typeof FILE_NAMES)[number]
