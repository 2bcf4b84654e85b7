import type { AuditAction } from '#platform/audit-actions.ts'
import { newId } from '#platform/ids.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, Router } from '#platform/server/http/route.ts'
import { refuseCrossOrigin } from '#platform/server/http/same-origin.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'
import { type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { limit } from '#platform/server/security/limits.ts'
import { secondStep } from '../../second-step-contract.ts'
import { t as tMail } from '../../second-step-mail-messages.ts'
import { t } from '../../second-step-messages.ts'
import type { SignInAttempts } from '../attempts.ts'
import { checkOwnPassword } from '../confirm.ts'
import { endSignInsOf } from '../sign-ins.ts'
import type { CodeAttempts } from './attempts.ts'
import { notifyOwner } from './notify.ts'
import { registrationOptions, verifiedRegistration } from './passkeys.ts'
import { renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts'
import { beginPasskeySignIn, beginSecondStep, type SecondStepDeps } from './sign-in.ts'
import { deleteSecondSteps, lockUser, readSecondSteps, type SecondSteps } from './store.ts'
import { deleteTicket, newTicket, readTicket } from './tickets.ts'
import { beginApp, checkAppCode } from './totp.ts'

/** Sign-ins by a passkey that a network may begin in a quarter of an hour. */
export const NETWORK_PASSKEYS = 100
const QUARTER_HOUR = 900

// biome-ignore lint/suspicious/noExplicitAny: of every operation here
type Own = Pick<RequestContext<any>, 'caller' | 'now'>

/** The second steps of the signed-in user, in the home organisation, and the calls of a sign-in between its steps. */
export function secondStepRoutes(
  route: Router,
  deps: SecondStepDeps,
  { attempts, codes }: { attempts: SignInAttempts; codes: CodeAttempts },
) {
  const { database, keys, mailer } = deps
  const begun = limit(database.pool, 'passkey address', NETWORK_PASSKEYS, QUARTER_HOUR)

  route.withoutTransaction(secondStep.begin, (context) => {
    refuseCrossOrigin(context.request, deps.publicUrl)
    return beginSecondStep(deps, context)
  })
  route.withoutTransaction(secondStep.beginPasskey, async (context) => {
    refuseCrossOrigin(context.request, deps.publicUrl)
    await begun.spend(context.address)
    return beginPasskeySignIn(deps, context)
  })

  /** Changes the caller's second steps: locked, audited, and reported to the owner. */
  const change = <T>({ caller }: Own, work: (db: Db, tenant: Tenant, steps: SecondSteps) => Promise<T>): Promise<T> => {
    const tenant = wholeOrganisation(caller.homeOrganisationId)
    return database.inTenant(tenant, async (db) => {
      await lockUser(db, caller.id)
      return work(db, tenant, await readSecondSteps(db, caller.id))
    })
  }
  const audit = (db: Db, { caller, now }: Own, action: AuditAction, detail: object = {}) =>
    writeAudit(db, {
      organisationId: caller.homeOrganisationId,
      at: now,
      actor: caller,
      action,
      subjectId: caller.id,
      detail: { ...detail },
    })
  /** With the first second step come recovery codes, and other sign-ins, which had one step, end. */
  const firstCodes = async (db: Db, tenant: Tenant, { caller, now }: Own, { hasAny }: SecondSteps) => {
    if (hasAny) return []
    await endSignInsOf(db, [caller.id], now, caller.signInId)
    return renewRecoveryCodes(db, keys, tenant, caller.id)
  }
  /** Without its last second step a user has no recovery codes. */
  const refuseLast = ({ isRequired }: SecondSteps) => refuseIf(isRequired ? t('MsgSecondStepKept') : null)

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

  route.withoutTransaction(secondStep.renewCodes, (context) => {
    const { caller } = context
    return change(context, async (db, tenant, { hasAny }) => {
      refuseIf(hasAny ? null : t('MsgNoSecondStep'))
      const RecoveryCodes = await renewRecoveryCodes(db, keys, tenant, caller.id)
      await audit(db, context, 'recovery codes renewed')
      await notifyOwner(db, mailer, caller.id, tMail('WhatCodesRenewed'))
      return { Message: t('MsgCodesRenewed'), RecoveryCodes }
    })
  })

  route.withoutTransaction(secondStep.beginAddPasskey, (context) => {
    const { caller, now } = context
    return change(context, async (db, { organisationId }, { passkeys }) => {
      const { email } = await emailOf(db, caller.id)
      const owner = { id: caller.id, email, name: caller.name }
      const options = await registrationOptions(deps.publicUrl, owner, passkeys)
      const ticket = { purpose: 'new passkey', organisationId, userId: caller.id, challenge: options.challenge } as const
      return { Ticket: await newTicket(db, keys, ticket, now), Passkey: { ...options } }
    })
  })

  route.withoutTransaction(secondStep.addPasskey, (context) => {
    const { caller, input, now } = context
    return change(context, async (db, tenant, steps) => {
      const ticket = await readTicket(db, keys, input.Ticket, now)
      if (ticket?.userId !== caller.id || ticket.purpose !== 'new passkey') throw new Refusal(422, t('MsgTicketEnded'))
      await deleteTicket(db, keys, input.Ticket)
      const credential = await verifiedRegistration(deps.publicUrl, ticket.challenge ?? '', input.Passkey)
      if (!credential) throw new Refusal(422, t('MsgPasskeyRefused'))
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('passkeys')
        .values({
          organisation_id: tenant.organisationId,
          id: newId(),
          portal_user_id: caller.id,
          name: input.Name,
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: [...(credential.transports ?? [])],
          created_at: now,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      refuseIf(numInsertedOrUpdatedRows ? null : t('MsgPasskeyKnown'))
      const RecoveryCodes = await firstCodes(db, tenant, context, steps)
      await audit(db, context, 'second step added', { kind: 'passkey' })
      await notifyOwner(db, mailer, caller.id, tMail('WhatPasskeyAdded', { passkey: input.Name }))
      return { Message: t('MsgPasskeyAdded'), RecoveryCodes }
    })
  })

  route.withoutTransaction(secondStep.renamePasskey, (context) => {
    const { params, input } = context
    return change(context, async (db, _, { passkeys }) => {
      orNotFound(passkeys.find(({ id }) => id === params.passkeyId))
      await db.updateTable('passkeys').set({ name: input.Name }).where('id', '=', params.passkeyId).execute()
      await audit(db, context, 'passkey renamed')
      return { Message: t('MsgPasskeyRenamed') }
    })
  })

  route.withoutTransaction(secondStep.removePasskey, (context) => {
    const { caller, params } = context
    return change(context, async (db, _, steps) => {
      const passkey = orNotFound(steps.passkeys.find(({ id }) => id === params.passkeyId))
      const isLast = steps.passkeys.length === 1 && !steps.hasApp
      if (isLast) refuseLast(steps)
      if (isLast) await deleteSecondSteps(db, [caller.id])
      else await db.deleteFrom('passkeys').where('id', '=', passkey.id).execute()
      await audit(db, context, 'second step removed', { kind: 'passkey' })
      await notifyOwner(db, mailer, caller.id, tMail('WhatPasskeyRemoved', { passkey: passkey.name }))
      return { Message: t('MsgPasskeyRemoved') }
    })
  })
}

const emailOf = (db: Db, userId: string) =>
  db.selectFrom('portal_users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
