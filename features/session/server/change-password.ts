import type { FastifyRequest } from 'fastify'
import type { InputOf } from '#platform/operation.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hashPassword, isPassword } from '#platform/server/security/passwords.ts'
import type { session } from '../contract.ts'
import { t } from '../messages.ts'
import { ratePassword } from '../password-policy.ts'
import { t as tSecondStep } from '../second-step-messages.ts'
import type { User } from './accounts.ts'
import type { SignInAttempts } from './attempts.ts'
import { userByPassword } from './grants.ts'
import { endPasswordLinks } from './reset.ts'
import { readSecondSteps } from './second-step/store.ts'
import { endSignInsOf, nameOf } from './sign-ins.ts'

type Deps = { readonly database: Database; readonly keys: Keys; readonly publicUrl: string }
type ChangeRequest = {
  readonly input: InputOf<typeof session.changePassword>
  readonly request: FastifyRequest
  readonly address: string
  readonly now: Date
}

/**
 * Sets a new password for whoever knows the present one; ends the user's sign-ins and links. A wrong present password counts like
 * one of a sign-in. Refuses the present password as the new one, and what the policy refuses (422).
 */
export async function changePassword(
  deps: Deps,
  attempts: SignInAttempts,
  { input, ...request }: ChangeRequest,
): Promise<Pick<User, 'id' | 'email' | 'password_hash'>> {
  const { OrganisationSystemName: systemName, UserName: username, Password: password, NewPassword } = input
  const found = await userByPassword(deps, attempts, { ...request, systemName, username, password })
  const { tenant, organisation, user } = found
  const { hasAny } = await deps.database.inTenant(tenant, (db) => readSecondSteps(db, user.id))
  // The password alone must not end the sign-ins of somebody with two steps.
  refuseIf(hasAny ? tSecondStep('MsgSecondStepFirst') : null)
  const names = [user.first_name, user.last_name, user.email, organisation.name, organisation.system_name]
  refuseIf((await ratePassword(NewPassword, names)).reason, 'NewPassword')
  refuseIf((await isPassword(user.password_hash, NewPassword)) ? t('MsgPasswordSame') : null, 'NewPassword')
  const password_hash = await hashPassword(NewPassword)
  await deps.database.inTenant(tenant, async (db) => {
    const changed = await db
      .updateTable('portal_users')
      .set({ password_hash, must_change_password: false })
      .where('id', '=', user.id)
      // Nobody changed it meanwhile.
      .where('password_hash', '=', user.password_hash)
      .executeTakeFirst()
    if (!changed.numUpdatedRows) throw new Refusal(422, t('MsgCheckUserName'))
    await endSignInsOf(db, [user.id], request.now)
    await endPasswordLinks(db, [user.id], request.now)
    const actor = { id: user.id, name: nameOf(user) }
    const line = { organisationId: tenant.organisationId, at: request.now, actor, subjectId: user.id }
    await writeAudit(db, { ...line, action: 'password changed' })
  })
  return { id: user.id, email: user.email, password_hash }
}
