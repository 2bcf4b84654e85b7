import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { refuseCrossOrigin } from '#platform/server/http/same-origin.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { limit } from '#platform/server/security/limits.ts'
import { secondStep } from '../../second-step-contract.ts'
import { t as tMail } from '../../second-step-mail-messages.ts'
import { t } from '../../second-step-messages.ts'
import type { SignInAttempts } from '../attempts.ts'
import { appRoutes } from './app-routes.ts'
import type { CodeAttempts } from './attempts.ts'
import { notifyOwner } from './notify.ts'
import { createOwnSteps } from './own-steps.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { beginPasskeySignIn, beginSecondStep, type SecondStepDeps } from './sign-in.ts'
import { readSecondSteps } from './store.ts'

/** Sign-ins by a passkey that a network may begin in a quarter of an hour. */
export const NETWORK_PASSKEYS = 100
const QUARTER_HOUR = 900

/** The second steps of the signed-in user, in the home organisation, and the calls of a sign-in between its steps. */
export function secondStepRoutes(
  route: Router,
  deps: SecondStepDeps,
  { attempts, codes }: { attempts: SignInAttempts; codes: CodeAttempts },
) {
  const { database, keys, mailer } = deps
  const begun = limit(database.pool, 'passkey address', NETWORK_PASSKEYS, QUARTER_HOUR)
  const own = createOwnSteps(deps)
  appRoutes(route, { ...deps, attempts, codes, own })
  passkeyRoutes(route, { ...deps, own })

  route.withoutTransaction(secondStep.begin, (context) => {
    refuseCrossOrigin(context.request, deps.publicUrl)
    return beginSecondStep(deps, context)
  })
  route.withoutTransaction(secondStep.beginPasskey, async (context) => {
    refuseCrossOrigin(context.request, deps.publicUrl)
    await begun.spend(context.address)
    return beginPasskeySignIn(deps, context)
  })

  route.withoutTransaction(secondStep.get, async ({ caller }) => {
    const { hasApp, passkeys, recoveryCodes, isRequired } = await database.inTenant(
      wholeOrganisation(caller.homeOrganisationId),
      (db) => readSecondSteps(db, caller.id),
    )
    return {
      HasApp: hasApp,
      Passkeys: passkeys.map((one) => ({ Id: one.id, Name: one.name, CreatedAt: one.created_at, UsedAt: one.used_at })),
      RecoveryCodes: recoveryCodes,
      IsRequired: isRequired,
    }
  })

  route.withoutTransaction(secondStep.renewCodes, (context) => {
    const { caller } = context
    return own.change(context, async (db, tenant, { hasAny }) => {
      refuseIf(hasAny ? null : t('MsgNoSecondStep'))
      const RecoveryCodes = await renewRecoveryCodes(db, keys, tenant, caller.id)
      await own.audit(db, context, 'recovery codes renewed')
      await notifyOwner(db, mailer, caller.id, tMail('WhatCodesRenewed'))
      return { Message: t('MsgCodesRenewed'), RecoveryCodes }
    })
  })
}
