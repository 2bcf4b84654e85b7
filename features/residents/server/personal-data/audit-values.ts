import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, newSecret, seal, unseal } from '#platform/server/security/keys.ts'

/**
 * Personal values in the append-only audit trail are encrypted with a key per resident. Erasing the resident destroys the key
 * (decisions "Erase").
 */
type Values = Readonly<Record<string, unknown>>

/** A new key of a resident, encrypted. */
export const newAuditKey = (keys: Keys, residentId: string): Buffer => seal(keys.secrets, newSecret(), residentId)

const opened = (keys: Keys, residentId: string, auditKey: Buffer) =>
  Buffer.from(unseal(keys.secrets, auditKey, residentId), 'base64url')

/** Values encrypted for an audit line. */
export const sealValues = (keys: Keys, residentId: string, auditKey: Buffer, values: Values): string =>
  seal(opened(keys, residentId, auditKey), JSON.stringify(values), residentId).toString('base64url')

/** A resident's encrypted key, and values encrypted with it. */
export type SealedValues = { readonly auditKey: Buffer; readonly sealed: string }

/** A new key and the first values encrypted with it. */
export function sealFirst(keys: Keys, residentId: string, values: Values): SealedValues {
  const secret = newSecret()
  const sealed = seal(Buffer.from(secret, 'base64url'), JSON.stringify(values), residentId).toString('base64url')
  return { auditKey: seal(keys.secrets, secret, residentId), sealed }
}

/** The values of an audit line; none if they were encrypted with a key that was lost (decisions "Backup"). */
export function openValues(keys: Keys, residentId: string, auditKey: Buffer, sealed: string): Values {
  try {
    return JSON.parse(unseal(opened(keys, residentId, auditKey), Buffer.from(sealed, 'base64url'), residentId))
  } catch {
    return {}
  }
}

/** The personal values of an entry about a resident; null when the resident was erased. */
export async function openAuditValues(db: Db, keys: Keys, residentId: string, sealed: string): Promise<Values | null> {
  const resident = await db.selectFrom('residents').select('audit_key').where('id', '=', residentId).executeTakeFirst()
  return resident?.audit_key ? openValues(keys, residentId, resident.audit_key, sealed) : null
}
