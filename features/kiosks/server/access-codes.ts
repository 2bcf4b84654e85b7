import type { Caller } from '#platform/server/caller.ts'
import type { Database, Db } from '#platform/server/db.ts'
import { type Keys, keyedHash } from '#platform/server/keys.ts'
import { Refused } from '#platform/server/refusal.ts'
import type { Apart } from '#platform/server/serve.ts'
import { say } from '../messages.ts'
import { codeDelay, UNIT_NUMBER_SETTING } from '../rules.ts'
import { delayOf } from './delays.ts'

export type ResidentAtTerminal = {
  readonly id: string
  readonly name: string
  readonly unitNumber: string
  readonly isDisabled: boolean
}
type Asked = Apart & { readonly caller: Caller; readonly now: Date; readonly log: { warn(detail: object, text: string): void } }
type Given = { readonly AccessCode: string; readonly UnitNumber?: string }

/**
 * The active resident of an access code in the terminal's property. Wrong codes make the terminal wait ever longer, and
 * whoever reads the audit hears of it; where the property asks for the unit number too, a wrong one is a wrong code.
 */
export async function residentOfCode(
  { database, keys }: { database: Database; keys: Keys },
  { caller, now, log, inTenant }: Asked,
  { AccessCode, UnitNumber }: Given,
): Promise<ResidentAtTerminal> {
  const isUnitAsked = await inTenant(({ db }) => asksForUnitNumber(db))
  if (isUnitAsked && !UnitNumber) throw new Refused(422, say('MsgUnitNumberNeeded'), { field: 'UnitNumber' })
  const delay = delayOf({
    database,
    keys,
    tenant: caller.tenant,
    lockerBankId: caller.id,
    subject: 'access codes',
    seconds: codeDelay,
  })
  const { wrong } = await delay.spend(now)
  const resident = await inTenant(({ db }) => residentByHash(db, keyedHash(keys.accessCodes, AccessCode)))
  if (resident && (!isUnitAsked || resident.unitNumber.toLowerCase() === UnitNumber?.toLowerCase())) {
    await delay.giveBack({ all: false })
    return resident
  }
  if (codeDelay(wrong) > 0) {
    log.warn({ lockerBank: caller.id, wrong }, 'access codes are being tried at a terminal')
    await inTenant(({ audit }) => audit('wrong access codes at the terminal', caller.id, { wrong }))
  }
  throw new Refused(422, say('MsgAccessCodeWrong'), { field: 'AccessCode' })
}

/** The kiosk's tenant is one property. */
const asksForUnitNumber = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('property_settings').select('value').where('name', '=', UNIT_NUMBER_SETTING).executeTakeFirst())?.value ===
  'true'

async function residentByHash(db: Db, hash: Buffer): Promise<ResidentAtTerminal | undefined> {
  const row = await db
    .selectFrom('residents')
    .select(['id', 'full_name', 'unit_number', 'is_disabled'])
    .where('access_code_hash', '=', hash)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { id: row.id, name: row.full_name, unitNumber: row.unit_number, isDisabled: row.is_disabled }
}
