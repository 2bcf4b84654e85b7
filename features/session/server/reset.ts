import { textIn } from '#features/resources/server/api.ts'
import { isId, newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { UNAUTHENTICATED, writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, type Db, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { organisationBySystemName } from '#platform/server/postgres/untenanted.ts'
import { type Keys, keyedHash, newSecret } from '#platform/server/security/keys.ts'
import { hashPassword, isPassword } from '#platform/server/security/passwords.ts'
import { RESET_MINUTES, type session } from '../contract.ts'
import { t } from '../mail-messages.ts'
import { t as tSession } from '../messages.ts'
import { ratePassword } from '../password-policy.ts'
import type { Account, User } from './accounts.ts'
import { endSignInsOf, nameOf } from './sign-ins.ts'

type Deps = { readonly database: Database; readonly keys: Keys; readonly mailer: Mailer; readonly publicUrl: string }

type LinkOwner = {
  readonly organisation: { readonly id: string; readonly system_name: string }
  readonly userId: string
  readonly minutes: number
  /** The user has no password yet. */
  readonly isFirst?: boolean
}

/** A single-use link with which a user sets a password. */
export async function newPasswordLink(
  db: Db,
  { keys, publicUrl }: Pick<Deps, 'keys' | 'publicUrl'>,
  { organisation, userId, minutes, isFirst = false }: LinkOwner,
  now: Date,
): Promise<string> {
  const token = newSecret()
  await db
    .insertInto('password_resets')
    .values({
      organisation_id: organisation.id,
      id: newId(),
      portal_user_id: userId,
      token_hash: keyedHash(keys.refreshTokens, token),
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute()
  const address = new URLSearchParams({ userId, issuedFor: organisation.system_name })
  // For the form to rate the password as this server does. The fragment of an address is not sent to servers.
  const owner = await db
    .selectFrom('portal_users as u')
    .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'o.name'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
  address.append('email', owner.email)
  for (const name of namesOf(owner, owner)) if (name !== owner.email) address.append('name', name)
  address.append('key', token)
  return `${publicUrl}/portal/#/${isFirst ? 'choosepassword' : 'resetpassword'}?${address}`
}

/** Ends the links with which a user can set a password. */
export const endPasswordLinks = (db: Db, userIds: readonly string[], now: Date) =>
  db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('portal_user_id', '=', anyOf(userIds))
    .where('used_at', 'is', null)
    .execute()

/** Mails a single-use link to the account's address; without such an account nothing happens. */
export async function sendReset(deps: Deps, { tenant, organisation, user }: Account, now: Date): Promise<void> {
  if (!tenant || !organisation || !user) return
  await deps.database.inTenant(tenant, async (db) => {
    // Disabled, deleted or with another address since it was read: those changes ended the links before this one.
    const unchanged = db
      .selectFrom('portal_users')
      .select('id')
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .forShare()
    if (!(await unchanged.executeTakeFirst())) return
    const link = await newPasswordLink(db, deps, { organisation, userId: user.id, minutes: RESET_MINUTES }, now)
    const language = user.language ?? user.culture
    await deps.mailer.queue(db, organisation.id, {
      to: user.email,
      language,
      subject: textIn(language, t('MailResetSubject')),
      body: textIn(
        language,
        t('MailResetBody', {
          name: user.first_name,
          organisation: organisation.name,
          minutes: RESET_MINUTES,
          link,
        }),
      ),
    })
    const line = { organisationId: organisation.id, at: now, actor: UNAUTHENTICATED, subjectId: user.id }
    await writeAudit(db, { ...line, action: 'password reset requested' })
  })
}

/**
 * Sets the password when the link's token is the user's, unused and in time; ends every sign-in of the user. Returns the
 * user, or null for a refused token. A password that the policy refuses (422) does not use the link.
 */
export async function setPassword(
  deps: Deps,
  input: InputOf<typeof session.resetPassword>,
  now: Date,
): Promise<Pick<User, 'id' | 'email' | 'password_hash'> | null> {
  const organisation = await organisationBySystemName(deps.database, input.IssuedFor)
  const userId = input.UserId.toLowerCase()
  if (!organisation?.is_active || !isId(userId)) return null
  const tenant = wholeOrganisation(organisation.id)
  const tokenHash = keyedHash(deps.keys.refreshTokens, input.Token)
  const owner = await deps.database.inTenant(tenant, (db) => ownerOfLink(db, userId, tokenHash, now))
  if (!owner) return null
  const names = [...namesOf(owner, organisation), organisation.system_name]
  refuseIf((await ratePassword(input.NewPassword, names)).reason, 'NewPassword')
  const isSame = await isPassword(owner.password_hash, input.NewPassword)
  refuseIf(isSame ? tSession('MsgPasswordSame') : null, 'NewPassword')
  const passwordHash = await hashPassword(input.NewPassword)
  return deps.database.inTenant(tenant, async (db) => {
    // The user first, as in every other change of both: two of them wait for, and never block, each other.
    await db.selectFrom('portal_users').select('id').where('id', '=', userId).forUpdate().executeTakeFirst()
    const used = await db
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('portal_user_id', '=', userId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .returning(['portal_user_id'])
      .executeTakeFirst()
    if (!used) return null
    const user = await db
      .updateTable('portal_users')
      .set({ password_hash: passwordHash, must_change_password: false })
      .where('id', '=', used.portal_user_id)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .returning(['id', 'email', 'first_name', 'last_name', 'password_hash'])
      .executeTakeFirst()
    if (!user) return null
    // Other links of the same account end with this one.
    await endPasswordLinks(db, [used.portal_user_id], now)
    await endSignInsOf(db, [used.portal_user_id], now)
    const actor = { id: used.portal_user_id, name: nameOf(user) }
    await writeAudit(db, { organisationId: organisation.id, at: now, actor, action: 'password reset', subjectId: actor.id })
    return user
  })
}

/** The texts that a new password must not be made of, beside the system name. */
const namesOf = (user: Pick<User, 'first_name' | 'last_name' | 'email'>, organisation: { name: string }) => [
  user.first_name,
  user.last_name,
  user.email,
  organisation.name,
]

/** The user whose link has this token, unused and in time. */
const ownerOfLink = (db: Db, userId: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('password_resets as r')
    .innerJoin('portal_users as u', 'u.id', 'r.portal_user_id')
    .select(['u.first_name', 'u.last_name', 'u.email', 'u.password_hash'])
    .where('r.token_hash', '=', tokenHash)
    .where('u.id', '=', userId)
    .where('r.used_at', 'is', null)
    .where('r.expires_at', '>', now.toISOString())
    .where('u.is_active', '=', true)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
