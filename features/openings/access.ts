/** Permission to change the limits and to stop or release remote opening: super administrators and organisation managers. */
export const MANAGES_OPENINGS = 'EditGeneralSetting'
/** Permissions to see whether remote opening is stopped. */
export const SEES_BRAKE = ['ViewDashboard', 'ViewLockerBankDashboard', 'SetupLockerBank'] as const
