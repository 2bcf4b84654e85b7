import { type Keys, newSecret, seal, unseal } from '#platform/server/security/keys.ts'

/**
 * Personal values in the audit trail, which is appended to and never changed, are sealed with a key of the resident's own.
 * Erasing the resident destroys the key, and nobody can read them any more (decisions "Erase").
 */
type Values = Readonly<Record<string, unknown>>

/** A resident's key, itself sealed. */
export const newAuditKey = (keys: Keys, residentId: string): Buffer => seal(keys.secrets, newSecret(), residentId)

const opened = (keys: Keys, residentId: string, auditKey: Buffer) =>
  Buffer.from(unseal(keys.secrets, auditKey, residentId), 'base64url')

/** Values as an audit line holds them. */
export const sealValues = (keys: Keys, residentId: string, auditKey: Buffer, values: Values): string =>
  seal(opened(keys, residentId, auditKey), JSON.stringify(values), residentId).toString('base64url')

/** A resident's key, itself sealed, and values that are sealed with it. */
export type SealedValues = { readonly auditKey: Buffer; readonly sealed: string }

/** A new key and the first values that are sealed with it. */
export function sealFirst(keys: Keys, residentId: string, values: Values): SealedValues {
  const secret = newSecret()
  const sealed = seal(Buffer.from(secret, 'base64url'), JSON.stringify(values), residentId).toString('base64url')
  return { auditKey: seal(keys.secrets, secret, residentId), sealed }
}

/** The values of an audit line. */
export const openValues = (keys: Keys, residentId: string, auditKey: Buffer, sealed: string): Values =>
  JSON.parse(unseal(opened(keys, residentId, auditKey), Buffer.from(sealed, 'base64url'), residentId))
