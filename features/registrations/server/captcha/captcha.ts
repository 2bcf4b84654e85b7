import type { ReplyOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TenantTransactions } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import type { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'

/** Tells people from programs: what the form has to answer, and whether an answer is right. */
export type CaptchaProvider = {
  offer(organisationId: string, now: Date): Promise<ReplyOf<typeof registrations.captcha>>
  /**
   * Null for an answer that is wrong, too old or another organisation's. `id` is the same for every way to write one answer;
   * after `expiresAt` the provider itself refuses it.
   */
  check(answer: string, organisationId: string, now: Date): Promise<{ readonly id: string; readonly expiresAt: Date } | null>
}

type Deps = { readonly captcha: CaptchaProvider; readonly keys: Keys }
type Submission = Pick<RequestContext<unknown>, 'tenant' | 'now' | 'log'> & TenantTransactions

/** Refuses (422) an answer that is not right, that was given before, or that could not be checked. */
export async function takeCaptcha({ captcha, keys }: Deps, asked: Submission, answer: string): Promise<void> {
  const { organisationId } = asked.tenant
  const right = await captcha.check(answer, organisationId, asked.now).catch((error: unknown) => {
    asked.log.warn({ err: error }, 'a captcha could not be checked')
    return null
  })
  const isFirst =
    right !== null &&
    (await asked.inTenant(async ({ db }) => {
      const taken = await db
        .insertInto('captcha_answers')
        .values({
          organisation_id: organisationId,
          answer_hash: keyedHash(keys.captcha, right.id),
          expires_at: right.expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return Boolean(taken.numInsertedOrUpdatedRows)
    }))
  refuseIf(isFirst ? null : t('MsgCaptchaFailed'), 'ReCaptchaToken')
}

/** Forgets an organisation's answers that have expired. */
export async function purgeCaptchaAnswers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('captcha_answers').where('expires_at', '<', now.toISOString()).execute()
}
