import { newId } from '#platform/ids.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { secondStep } from '../../second-step-contract.ts'
import { t as tMail } from '../../second-step-mail-messages.ts'
import { t } from '../../second-step-messages.ts'
import { notifyOwner } from './notify.ts'
import { emailOf, type OwnSteps, refuseLast } from './own-steps.ts'
import { registrationOptions, verifiedRegistration } from './passkeys.ts'
import type { SecondStepDeps } from './sign-in.ts'
import { deleteSecondSteps } from './store.ts'
import { deleteTicket, newTicket, readTicket } from './tickets.ts'

type Deps = SecondStepDeps & { readonly own: OwnSteps }

/** Adds, renames and removes the caller's passkeys. */
export function passkeyRoutes(route: Router, { keys, mailer, publicUrl, own }: Deps) {
  const { change, audit, firstCodes } = own

  route.withoutTransaction(secondStep.beginAddPasskey, (context) => {
    const { caller, now } = context
    return change(context, async (db, { organisationId }, { passkeys }) => {
      const { email } = await emailOf(db, caller.id)
      const owner = { id: caller.id, email, name: caller.name }
      const options = await registrationOptions(publicUrl, owner, passkeys)
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
      const credential = await verifiedRegistration(publicUrl, ticket.challenge ?? '', input.Passkey)
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
