import type { Live } from '#features/live/server/api.ts'
import { dayOf, mayCollect } from '#features/residents/rules.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import { t } from '../../messages.ts'
import { codeDelay, UNIT_NUMBER_SETTING } from '../../rules.ts'
import { reportAttempts, type TerminalRequest } from './attempts.ts'
import { delayOf } from './delays.ts'

export type ResidentAtTerminal = {
  readonly id: string
  readonly name: string
  readonly unitNumber: string
  readonly isDisabled: boolean
}
/** The owner of a code: a resident, or a delegate who may collect for them today. */
export type CodeOwner = ResidentAtTerminal & { readonly delegate: { readonly id: string; readonly name: string } | null }
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
  const owner = await inTenant(({ db }) => ownerByHash(db, keyedHash(keys.accessCodes, AccessCode), now))
  const isUnitRight = !isUnitRequired || owner?.unitNumber.toLowerCase() === UnitNumber?.toLowerCase()
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

async function ownerByHash(db: Db, hash: Buffer, now: Date): Promise<CodeOwner | undefined> {
  const delegate = await delegateByHash(db, hash, now)
  const row = await db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'is_disabled'])
    .where((eb) => (delegate ? eb('id', '=', delegate.residentId) : eb('access_code_hash', '=', hash)))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const resident = row && { id: row.id, name: row.full_name, unitNumber: row.unit_number, isDisabled: row.is_disabled }
  return resident && { ...resident, delegate: delegate ? { id: delegate.id, name: delegate.name } : null }
}

/** The delegate who may collect with this code today, by the property's calendar. */
async function delegateByHash(db: Db, hash: Buffer, now: Date) {
  const row = await db
    .selectFrom('resident_delegates as d')
    .innerJoin('properties as p', 'p.id', 'd.property_id')
    .select(['d.id', 'd.name', 'd.resident_id', 'd.from_day', 'd.until_day', 'p.time_zone'])
    .where('d.access_code_hash', '=', hash)
    .executeTakeFirst()
  const mayToday = row && mayCollect({ from: row.from_day, until: row.until_day }, dayOf(now, row.time_zone))
  return mayToday ? { id: row.id, name: row.name, residentId: row.resident_id } : undefined
}
