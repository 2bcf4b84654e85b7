/** Who may see the dashboards. The header asks it of everybody, so it stands apart from what alerts are. */
export const SEES_ALERTS = ['ViewDashboard', 'ViewLockerBankDashboard'] as const
