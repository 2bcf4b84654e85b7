import type { AuditAction } from '#platform/audit.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext } from '#platform/server/http/route.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { t } from '../../second-step-messages.ts'
import { endSignInsOf } from '../sign-ins.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import type { SecondStepDeps } from './sign-in.ts'
import { lockUser, readSecondSteps, type SecondSteps } from './store.ts'

type Own = Pick<RequestContext<unknown>, 'caller' | 'now'>
export type OwnSteps = ReturnType<typeof createOwnSteps>

/** What the operations on the caller's own second steps share. */
export function createOwnSteps({ database, keys }: Pick<SecondStepDeps, 'database' | 'keys'>) {
  return {
    /** Changes the caller's second steps in the home organisation, with the user locked. */
    change: <T>({ caller }: Own, work: (db: Db, tenant: Tenant, steps: SecondSteps) => Promise<T>): Promise<T> => {
      const tenant = wholeOrganisation(caller.homeOrganisationId)
      return database.inTenant(tenant, async (db) => {
        await lockUser(db, caller.id)
        return work(db, tenant, await readSecondSteps(db, caller.id))
      })
    },
    audit: (db: Db, { caller, now }: Own, action: AuditAction, detail: object = {}) =>
      writeAudit(db, {
        organisationId: caller.homeOrganisationId,
        at: now,
        actor: caller,
        action,
        subjectId: caller.id,
        detail: { ...detail },
      }),
    /** With the first second step come recovery codes, and other sign-ins, which had one step, end. */
    firstCodes: async (db: Db, tenant: Tenant, { caller, now }: Own, { hasAny }: SecondSteps) => {
      if (hasAny) return []
      await endSignInsOf(db, [caller.id], now, caller.signInId)
      return renewRecoveryCodes(db, keys, tenant, caller.id)
    },
  }
}

/** Refuses the removal of the last second step of a user who must have one. */
export const refuseLast = ({ isRequired }: SecondSteps) => refuseIf(isRequired ? t('MsgSecondStepKept') : null)

export const emailOf = (db: Db, userId: string) =>
  db.selectFrom('portal_users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
