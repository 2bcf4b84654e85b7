import type { Live } from '#features/live/server/api.ts'
import { UNIT_NUMBER_SETTING } from '#features/properties/settings.ts'
import { type CodeOwner, ownerOfCode as ownerInProperty } from '#features/residents/server/api.ts'
import { unitKey } from '#platform/fold-text.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { t } from '../messages.ts'
import { codeDelay } from '../rules.ts'
import { propertyOf, reportAttempts, type TerminalRequest } from './attempts.ts'
import { delayOf } from './delays.ts'

export type ResidentAtTerminal = Omit<CodeOwner, 'delegate'>
type Deps = { readonly database: Database; readonly keys: Keys; readonly live: Live }
type CodeAttempt = { readonly AccessCode: string; readonly UnitNumber?: string }

/**
 * The active resident of an access code in the terminal's property, or of the code of a delegate who may collect for them today.
 * Wrong codes delay the terminal longer each time and alert staff; where the property requires the unit number, a wrong one
 * counts as a wrong code.
 */
export const ownerOfCode = (deps: Deps, context: TerminalRequest, attempt: CodeAttempt): Promise<CodeOwner> =>
  lookUp(deps, context, attempt, () => true)

/** The resident of an access code. A delegate's code counts as wrong here. */
export const residentOfCode = (deps: Deps, context: TerminalRequest, attempt: CodeAttempt): Promise<ResidentAtTerminal> =>
  lookUp(deps, context, attempt, ({ delegate }) => delegate === null)

async function lookUp(
  { database, keys, live }: Deps,
  context: TerminalRequest,
  { AccessCode, UnitNumber }: CodeAttempt,
  isAccepted: (owner: CodeOwner) => boolean,
): Promise<CodeOwner> {
  const { caller, now, inTenant } = context
  const isUnitRequired = await inTenant(({ db }) => requiresUnitNumber(db))
  if (isUnitRequired && !UnitNumber) throw new Refusal(422, t('MsgUnitNumberNeeded'), { field: 'UnitNumber' })
  const delay = delayOf({
    database,
    keys,
    tenant: caller.tenant,
    lockerBankId: caller.id,
    subject: 'access codes',
    seconds: codeDelay,
  })
  const { wrong } = await delay.spend(now)
  const owner = await inTenant(({ db }) => ownerInProperty(db, keys, { propertyId: propertyOf(caller), code: AccessCode, now }))
  const isUnitRight = !isUnitRequired || (owner && unitKey(owner.unitNumber) === unitKey(UnitNumber ?? ''))
  if (owner && isUnitRight && isAccepted(owner)) {
    await delay.giveBack({ all: false })
    return owner
  }
  await reportAttempts(live, context, 'codes-tried', wrong)
  throw new Refusal(422, t('MsgAccessCodeWrong'), { field: 'AccessCode' })
}

/** The kiosk's tenant is one property. */
const requiresUnitNumber = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('property_settings').select('value').where('name', '=', UNIT_NUMBER_SETTING).executeTakeFirst())?.value ===
  'true'
