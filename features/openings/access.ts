/** Permission to change the limits and to stop or release remote opening: super administrators and organisation managers. */
export const MANAGES_OPENINGS = 'EditGeneralSetting'
/** Permissions of the screens that show whether remote opening is stopped. A separate file, because every page checks them. */
export const SEES_BRAKE = ['ViewDashboard', 'ViewLockerBankDashboard', 'SetupLockerBank'] as const
