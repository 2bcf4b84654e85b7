import { type AlertPlace, beginAlert, tellOfAlerts } from '#features/alerts/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { TenantTransactions } from '#platform/server/http/route.ts'
import { codeDelay } from '../../rules.ts'

/** A request of a terminal that opens its transactions itself. */
export type TerminalRequest = TenantTransactions & {
  readonly caller: Caller
  readonly now: Date
  readonly log: { warn(detail: object, text: string): void }
}

/** A kiosk works for one property. */
export function propertyOf({ tenant }: Caller): string {
  const [property] = tenant.propertyIds
  if (tenant.propertyIds === '*' || !property) throw new Error('a kiosk has one property')
  return property
}

/** The terminal as alerts name it. */
export const terminalOf = (caller: Caller): AlertPlace => ({
  tenant: caller.tenant,
  propertyId: propertyOf(caller),
  lockerBankId: caller.id,
})

const TRIES = {
  'codes-tried': { action: 'wrong access codes at the terminal', text: 'access codes are being tried at a terminal' },
  'pins-tried': { action: 'wrong PINs at the terminal', text: 'PINs are being tried at a terminal' },
} as const

/**
 * Tells of a wrong code or PIN, the `wrong`-th at this terminal, once there are so many that everybody waits there: to the log
 * and the audit trail each time, to staff by an alert.
 */
export async function tellOfTries(live: Live, asked: TerminalRequest, kind: keyof typeof TRIES, wrong: number): Promise<void> {
  if (codeDelay(wrong) === 0) return
  const { caller, now, log, inTenant } = asked
  const { action, text } = TRIES[kind]
  log.warn({ lockerBank: caller.id, wrong }, text)
  const hasBegun = await inTenant(async ({ db, audit }) => {
    await audit(action, caller.id, { wrong })
    return beginAlert(db, terminalOf(caller), { kind, subject: '', lockerId: null, beganAt: now })
  })
  if (hasBegun) tellOfAlerts(live, terminalOf(caller))
}
