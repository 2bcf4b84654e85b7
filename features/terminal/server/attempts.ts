import { type AlertPlace, beginAlert, notifyAlerts } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { TenantTransactions } from '#platform/server/http/route.ts'
import { codeDelay } from '../rules.ts'

/** A request of a terminal whose handler opens its transactions itself. */
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

const ATTEMPTS = {
  'codes-tried': { action: 'wrong access codes at the terminal', text: 'repeated wrong access codes at a terminal' },
  'pins-tried': { action: 'wrong PINs at the terminal', text: 'repeated wrong PINs at a terminal' },
} as const

/**
 * Reports the `wrong`-th wrong code or PIN at a terminal once it delays everyone there: each time in the log and the audit trail,
 * to staff by an alert.
 */
export async function reportAttempts(
  live: Live,
  context: TerminalRequest,
  kind: keyof typeof ATTEMPTS,
  wrong: number,
): Promise<void> {
  if (codeDelay(wrong) === 0) return
  const { caller, now, log, inTenant } = context
  const { action, text } = ATTEMPTS[kind]
  log.warn({ lockerBank: caller.id, wrong }, text)
  const hasBegun = await inTenant(async ({ db, audit }) => {
    await audit(action, caller.id, { wrong })
    return beginAlert(db, terminalOf(caller), { kind, subject: '', lockerId: null, beganAt: now })
  })
  if (hasBegun) notifyAlerts(live, terminalOf(caller))
}
