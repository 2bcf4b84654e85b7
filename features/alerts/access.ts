/** Permissions to see alerts. A separate file, because the header checks them for everyone and must not load the contract. */
export const SEES_ALERTS = ['ViewDashboard', 'ViewLockerBankDashboard'] as const
