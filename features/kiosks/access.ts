/** Permission to change the limits and to stop or release remote opening: super administrators and organisation managers. */
export const MANAGES_OPENINGS = 'EditGeneralSetting'
/** Permissions to see whether remote opening is stopped. */
export const SEES_BRAKE = ['ViewDashboard', 'ViewLockerBankDashboard', 'SetupLockerBank'] as const
/** Permissions to set a locker's condition: people who open lockers find dirty ones, people who edit banks take them out of use. */
export const LOCKER_CARE = ['OpenLocker', 'EditLockerBank'] as const
