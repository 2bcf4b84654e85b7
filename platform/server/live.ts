/** What changed, for whoever has a screen open on it: one locker bank of one property. */
export type Change = {
  readonly organisationId: string
  readonly propertyId: string
  readonly lockerBankId: string
  /** What to ask again: the bank's lockers and packages, or only its status line; `opened` also names the door. */
  readonly topic: 'packages' | 'status' | 'opened'
  readonly lockerId?: string
}
export type Live = {
  /** Tells every node's open screens, after the commit; several within a moment are told once. Never waits, never throws. */
  changed(change: Change): void
}
