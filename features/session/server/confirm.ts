import { sql } from 'kysely'
import type { AuditAction } from '#platform/audit.ts'
import { PASSWORD_REQUIRED, SIGN_IN_REQUIRED } from '#platform/messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { isPassword } from '#platform/server/security/passwords.ts'
import { t } from '../confirm-messages.ts'
import { CONFIRMED_MINUTES } from '../second-step-public.ts'
import { type Attempt, accountKey, type SignInAttempts } from './attempts.ts'
import { readSecondSteps } from './second-step/store.ts'

type OwnPassword = {
  readonly password: string
  readonly caller: Caller
  readonly address: string
  readonly now: Date
}
type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>

/** The caller's account, with the organisation that they belong to. */
const readOwnAccount = (database: Database, { homeOrganisationId, id }: Caller) =>
  database.inTenant(wholeOrganisation(homeOrganisationId), (db) =>
    db
      .selectFrom('portal_users as u')
      .innerJoin('organisations as o', 'o.id', 'u.organisation_id')
      .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.password_hash', 'u.language'])
      .select(['o.name as organisation_name', 'o.system_name', 'o.culture'])
      .where('u.id', '=', id)
      .executeTakeFirstOrThrow(),
  )

/**
 * Checks the password of a signed-in user, and returns the account; refuses a wrong one (422 at Password). Attempts count for this
 * sign-in, like those of a known browser: a stolen session cannot be used to guess the password, and wrong passwords of others do
 * not keep its owner out.
 */
export async function checkOwnPassword(
  database: Database,
  attempts: SignInAttempts,
  { password, caller, address, now }: OwnPassword,
): Promise<OwnAccount> {
  const user = await readOwnAccount(database, caller)
  const attempt: Attempt = { account: accountKey(user.system_name, user.email), network: address, browser: caller.signInId }
  await attempts.admit(attempt, false)
  if (!(await isPassword(user.password_hash, password))) {
    await auditOwn(database, caller, 'password not confirmed', now)
    throw new Refusal(422, t('MsgPasswordWrong'), { field: 'Password' })
  }
  await attempts.succeeded(attempt)
  return user
}

const auditOwn = (database: Database, caller: Caller, action: AuditAction, at: Date) => {
  const organisationId = caller.homeOrganisationId
  const detail = { signIn: caller.signInId }
  return database.inTenant(wholeOrganisation(organisationId), (db) =>
    writeAudit(db, { organisationId, at, actor: caller, action, subjectId: caller.id, detail }),
  )
}

/** Refuses what gives or keeps power, until the caller's identity was confirmed lately; the portal then asks for that. */
export async function requireConfirmation(database: Database, caller: Caller): Promise<void> {
  const confirmed = await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) =>
    db
      .selectFrom('sign_ins')
      .select('id')
      .where('id', '=', caller.signInId)
      // The clock that has written it.
      .where(sql<boolean>`confirmed_at > clock_timestamp() - make_interval(mins => ${CONFIRMED_MINUTES})`)
      .executeTakeFirst(),
  )
  if (!confirmed) throw new Refusal(422, t('MsgConfirmationNeeded'), { code: await confirmationCode(database, caller) })
}

/**
 * The code of a refusal until the caller confirms the identity: by a new sign-in where there is a second step or the password may be
 * unknown, otherwise by the password.
 */
export const confirmationCode = (database: Database, { homeOrganisationId, id }: Caller): Promise<string> =>
  database.inTenant(wholeOrganisation(homeOrganisationId), async (db) => {
    const { hasAny } = await readSecondSteps(db, id)
    const linked = db.selectFrom('single_sign_on_links').select('portal_user_id').where('portal_user_id', '=', id)
    return hasAny || (await linked.executeTakeFirst()) ? SIGN_IN_REQUIRED : PASSWORD_REQUIRED
  })

/**
 * Marks the caller's sign-in as confirmed by the password; refuses who has a second step, which only a new sign-in asks for.
 */
export async function confirmIdentity(database: Database, attempts: SignInAttempts, own: OwnPassword): Promise<void> {
  const { caller, now } = own
  const { id } = await checkOwnPassword(database, attempts, own)
  await database.inTenant(wholeOrganisation(caller.homeOrganisationId), async (db) => {
    const { hasAny } = await readSecondSteps(db, id)
    if (hasAny) throw new Refusal(422, t('MsgSignInAgain'), { code: SIGN_IN_REQUIRED })
    await db.updateTable('sign_ins').set({ confirmed_at: sql`clock_timestamp()` }).where('id', '=', caller.signInId).execute()
  })
  await auditOwn(database, caller, 'password confirmed', now)
}
