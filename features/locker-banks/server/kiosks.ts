/** How a locker bank's kiosk is let in to the broker and shut out again. */
export type KioskDoor = {
  grant(kiosk: { organisationId: string; lockerBankId: string; keyId: string; secret: string }): Promise<void>
  /** Ends its connection too. */
  revoke(lockerBankId: string): Promise<void>
}
