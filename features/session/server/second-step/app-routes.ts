import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { secondStep } from '../../second-step-contract.ts'
import { t as tMail } from '../../second-step-mail-messages.ts'
import { t } from '../../second-step-messages.ts'
import type { SignInAttempts } from '../attempts.ts'
import { checkOwnPassword } from '../confirm.ts'
import type { CodeAttempts } from './attempts.ts'
import { notifyOwner } from './notify.ts'
import { emailOf, type OwnSteps, refuseLast } from './own-steps.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import type { SecondStepDeps } from './sign-in.ts'
import { deleteSecondSteps } from './store.ts'
import { beginApp, checkAppCode } from './totp.ts'

type Deps = SecondStepDeps & { readonly attempts: SignInAttempts; readonly codes: CodeAttempts; readonly own: OwnSteps }

/** Adds and removes the caller's authenticator app. */
export function appRoutes(route: Router, { database, keys, mailer, attempts, codes, own }: Deps) {
  const { change, audit, firstCodes } = own

  route.withoutTransaction(secondStep.beginApp, (context) => {
    const { caller } = context
    return change(context, async (db, tenant, { hasApp }) => {
      refuseIf(hasApp ? t('MsgAppExists') : null)
      const { email } = await emailOf(db, caller.id)
      return beginApp(db, keys, tenant, { id: caller.id, email })
    })
  })

  route.withoutTransaction(secondStep.confirmApp, (context) => {
    const { caller, input, now } = context
    return change(context, async (db, tenant, steps) => {
      const code = input.Code.replace(/\s/g, '')
      const isRight = await checkAppCode(db, keys, { userId: caller.id, code, now, isNew: true })
      if (!isRight) throw new Refusal(422, t('MsgCodeWrong'), { field: 'Code' })
      const RecoveryCodes = await firstCodes(db, tenant, context, steps)
      await audit(db, context, 'second step added', { kind: 'app' })
      await notifyOwner(db, mailer, caller.id, tMail('WhatAppAdded'))
      return { Message: t('MsgAppAdded'), RecoveryCodes }
    })
  })

  route.withoutTransaction(secondStep.removeApp, async (context) => {
    const { caller, input, address, now } = context
    const user = await checkOwnPassword(database, attempts, { password: input.Password, caller, address, now })
    // Codes of a signed-in user count for the sign-in, like those of a known browser.
    await codes.admit(user, caller.signInId)
    const isRight = await change(context, async (db, _, steps) => {
      if (steps.passkeys.length === 0) refuseLast(steps)
      const code = input.Code.replace(/\s/g, '')
      const isCode =
        (await checkAppCode(db, keys, { userId: caller.id, code, now })) ||
        (await spendRecoveryCode(db, keys, caller.id, code, now))
      if (!isCode) {
        await audit(db, context, 'second step failed')
        return false
      }
      if (steps.passkeys.length === 0) await deleteSecondSteps(db, [caller.id])
      else await db.deleteFrom('totp_secrets').where('portal_user_id', '=', caller.id).execute()
      await audit(db, context, 'second step removed', { kind: 'app' })
      await notifyOwner(db, mailer, caller.id, tMail('WhatAppRemoved'))
      return true
    })
    if (!isRight) throw new Refusal(422, t('MsgCodeWrong'), { field: 'Code' })
    await codes.succeeded(user, caller.signInId)
    return { Message: t('MsgAppRemoved') }
  })
}
