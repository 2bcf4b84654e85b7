import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import type { confirmation } from '../confirm-contract.ts'
import { t } from '../confirm-messages.ts'
import { type Attempt, accountKey, type SignInAttempts } from './attempts.ts'

type ConfirmRequest = {
  readonly input: InputOf<typeof confirmation.confirm>
  readonly caller: Caller
  readonly address: string
  readonly now: Date
}

/**
 * Marks the caller's sign-in as confirmed by the password. Attempts count for this sign-in, like those of a known browser: a stolen
 * session cannot be used to guess the password, and wrong passwords of others do not keep its owner out.
 */
export async function confirmIdentity(
  database: Database,
  attempts: SignInAttempts,
  { input, caller, address, now }: ConfirmRequest,
): Promise<void> {
  const organisationId = caller.homeOrganisationId
  const tenant = wholeOrganisation(organisationId)
  const user = await database.inTenant(tenant, (db) =>
    db
      .selectFrom('portal_users as u')
      .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
      .select(['u.email', 'u.password_hash', 'o.system_name'])
      .where('u.id', '=', caller.id)
      .executeTakeFirstOrThrow(),
  )
  const attempt: Attempt = { account: accountKey(user.system_name, user.email), network: address, browser: caller.signInId }
  await attempts.admit(attempt, false)
  const isRight = await isPassword(user.password_hash, input.Password)
  const action = isRight ? 'password confirmed' : 'password not confirmed'
  await database.inTenant(tenant, async (db) => {
    if (isRight)
      await db.updateTable('sign_ins').set({ confirmed_at: sql`clock_timestamp()` }).where('id', '=', caller.signInId).execute()
    const detail = { signIn: caller.signInId }
    await writeAudit(db, { organisationId, at: now, actor: caller, action, subjectId: caller.id, detail })
  })
  if (!isRight) throw new Refusal(422, t('MsgPasswordWrong'), { field: 'Password' })
  await attempts.succeeded(attempt)
}
