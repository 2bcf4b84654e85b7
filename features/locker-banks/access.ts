/** Permissions to set a locker's condition: people who open lockers find dirty ones, people who edit banks take them out of use. */
export const LOCKER_CARE = ['OpenLocker', 'EditLockerBank'] as const
