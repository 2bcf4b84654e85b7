import { Secret, TOTP } from 'otpauth'
import { existing } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { qrCode } from '#platform/server/qr-code.ts'
import { type Keys, seal, unseal } from '#platform/server/security/keys.ts'
import type { AppSetUp } from '../../second-step-contract.ts'
import { CODE_DIGITS } from '../../second-step-public.ts'

const PRODUCT = 'Parcelhall'
const PERIOD = 30
/** Codes before and after the present one are accepted: the clock of a phone may differ. */
const WINDOW = 1

const totpOf = (secret: Secret, label = '', issuer = PRODUCT) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: CODE_DIGITS, period: PERIOD })

/**
 * The issuer that an app shows. It names the organisation, because some apps replace an entry with the same issuer and label: a person
 * with one address in two organisations would lose the first one. A colon ends the issuer in a label (Key Uri Format).
 */
const issuerOf = (organisation: string): string =>
  `${PRODUCT} ${organisation}`
    .replace(/[:\p{C}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** A new secret, which counts once `checkAppCode` has confirmed a code of it; replaces one that was not confirmed. */
export async function beginApp(
  db: Db,
  keys: Keys,
  { organisationId }: Tenant,
  user: { readonly id: string; readonly email: string },
): Promise<AppSetUp> {
  const secret = new Secret({ size: 20 })
  const secret_encrypted = seal(keys.secrets, secret.base32, user.id)
  await db
    .insertInto('totp_secrets')
    .values({ organisation_id: organisationId, portal_user_id: user.id, secret_encrypted })
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'portal_user_id'])
        .doUpdateSet({ secret_encrypted, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .execute()
  const { name } = await existing(db.selectFrom('organisations').select('name').where('id', '=', organisationId))
  return { Secret: secret.base32, QrCode: qrCode(totpOf(secret, user.email, issuerOf(name)).toString()) }
}

/** Whether the code is of the user's app and was not used before; `isNew`: of an app that is being set up, which it confirms. */
export async function checkAppCode(
  db: Db,
  keys: Keys,
  { userId, code, now, isNew = false }: { userId: string; code: string; now: Date; isNew?: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('totp_secrets')
    .select(['secret_encrypted', 'last_step'])
    .where('portal_user_id', '=', userId)
    .where('confirmed_at', isNew ? 'is' : 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const totp = totpOf(Secret.fromBase32(unseal(keys.secrets, row.secret_encrypted, userId)))
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  if (delta === null) return false
  const step = totp.counter({ timestamp: now.getTime() }) + delta
  if (step <= Number(row.last_step)) return false
  await db
    .updateTable('totp_secrets')
    .set({ last_step: step, ...(isNew && { confirmed_at: now }) })
    .where('portal_user_id', '=', userId)
    .execute()
  return true
}
