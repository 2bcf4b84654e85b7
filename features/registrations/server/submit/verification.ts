import { organisationOfToken, tokenFor } from '#features/session/server/api.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash, newSecret } from '#platform/server/security/keys.ts'
import { REGISTRATION_STATUS, type RegistrationType, VERIFICATION_HOURS } from '../../rules.ts'
import { type Mailing, mailReviewers, mailVerification } from '../mails.ts'

const hashOf = ({ secrets }: Keys, token: string) => keyedHash(secrets, `verification ${token}`)

/** A new token for a link, and its columns. The token begins with the organisation, which the link does not name otherwise. */
export function newVerification(keys: Keys, organisationId: string, now: Date) {
  const token = tokenFor(organisationId, newSecret())
  const token_expires_at = new Date(now.getTime() + VERIFICATION_HOURS * 3_600_000)
  return { token, columns: { token_hash: hashOf(keys, token), token_expires_at } }
}

type ReplaceDeps = Mailing & { readonly keys: Keys; readonly now: Date; readonly tenant: Tenant }
/** Sends a new link that verifies a registration's address; earlier links stop working. */
export async function replaceVerification(
  db: Db,
  { keys, now, tenant, ...mailing }: ReplaceDeps,
  kind: RegistrationType,
  to: { readonly id: string; readonly email: string; readonly language: string },
): Promise<void> {
  const { token, columns } = newVerification(keys, tenant.organisationId, now)
  await db
    .updateTable('registrations')
    .set({ ...columns, email_verified_at: null })
    .where('id', '=', to.id)
    .execute()
  await mailVerification(db, mailing, kind, to, token)
}

/** An address that a reviewer has changed is not verified, and the links to the previous one stop working. */
export const endVerification = (db: Db, id: string, now: Date) =>
  db.updateTable('registrations').set({ email_verified_at: null, token_expires_at: now }).where('id', '=', id).execute()

type Deps = Mailing & { readonly database: Database; readonly keys: Keys }

/**
 * Verifies the e-mail of the token's registration and notifies its reviewers the first time. False for a token that is
 * malformed, expired, of another kind of registration, or of one that was decided before. True for one that has verified.
 */
export async function verifyRegistration(deps: Deps, kind: RegistrationType, token: string, now: Date): Promise<boolean> {
  const organisationId = organisationOfToken(token)
  if (!organisationId) return false
  return deps.database.inTenant(wholeOrganisation(organisationId), async (db) => {
    const registration = await findByToken(db, deps.keys, kind, token)
    if (!registration || registration.email_verified_at) return registration !== undefined
    const isPending = registration.status === REGISTRATION_STATUS.Pending
    if (!isPending || new Date(registration.token_expires_at) <= now) return false
    await db.updateTable('registrations').set({ email_verified_at: now }).where('id', '=', registration.id).execute()
    await writeAudit(db, {
      organisationId,
      at: now,
      actor: UNAUTHENTICATED,
      action: 'registration verified',
      subjectId: registration.id,
      isVisitor: true,
    })
    await mailReviewers(db, deps, kind, registration.id)
    return true
  })
}

const findByToken = (db: Db, keys: Keys, kind: RegistrationType, token: string) =>
  db
    .selectFrom('registrations as g')
    .innerJoin('organisations as o', 'o.id', 'g.organisation_id')
    .select(['g.id', 'g.status', 'g.email_verified_at', 'g.token_expires_at'])
    .where('g.token_hash', '=', hashOf(keys, token))
    .where('g.kind', '=', kind)
    .where('o.is_active', '=', true)
    .forUpdate('g')
    .executeTakeFirst()
