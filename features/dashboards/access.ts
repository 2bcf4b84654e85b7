/** Whoever stands before the doors: who opens them finds them dirty or jammed, who edits the bank takes them out of use. */
export const LOCKER_CARE = ['OpenLocker', 'EditLockerBank'] as const
