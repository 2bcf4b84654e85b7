import type { ReplyOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { type Keys, keyedHash } from '#platform/server/security/keys.ts'
import type { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'

/** A captcha: the challenge for the form, and the check of its answer. */
export type CaptchaProvider = {
  offer(organisationId: string, now: Date): Promise<ReplyOf<typeof registrations.captcha>>
  /**
   * Null for an answer that is wrong, expired or another organisation's. `id` is the same for all encodings of one answer.
   * After `expiresAt` the provider itself refuses the answer.
   */
  check(answer: string, organisationId: string, now: Date): Promise<{ readonly id: string; readonly expiresAt: Date } | null>
}

type Deps = { readonly captcha: CaptchaProvider; readonly keys: Keys }
type Submission = Pick<RequestContext<unknown>, 'tenant' | 'now' | 'log'> & {
  inTenant<T>(work: (context: Pick<TransactionContext, 'db'>) => Promise<T>): Promise<T>
}

/** Refuses (422) an answer that is wrong, was used before, or cannot be checked. */
export async function takeCaptcha({ captcha, keys }: Deps, context: Submission, answer: string): Promise<void> {
  const { organisationId } = context.tenant
  const solved = await captcha.check(answer, organisationId, context.now).catch((error: unknown) => {
    context.log.warn({ err: error }, 'captcha check failed')
    return null
  })
  const isFirst =
    solved !== null &&
    (await context.inTenant(async ({ db }) => {
      const taken = await db
        .insertInto('captcha_answers')
        .values({
          organisation_id: organisationId,
          answer_hash: keyedHash(keys.captcha, solved.id),
          expires_at: solved.expiresAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return Boolean(taken.numInsertedOrUpdatedRows)
    }))
  refuseIf(isFirst ? null : t('MsgCaptchaFailed'), 'ReCaptchaToken')
}

/** Deletes an organisation's expired answers. */
export async function purgeCaptchaAnswers(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('captcha_answers').where('expires_at', '<', now.toISOString()).execute()
}
