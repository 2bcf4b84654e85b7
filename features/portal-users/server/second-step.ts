import { t as tMail } from '#features/session/second-step-mail-messages.ts'
import {
  deleteSecondSteps,
  endSignInsOf,
  notifyOwner,
  readSecondSteps,
  usersWithoutSecondStep,
} from '#features/session/server/api.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { portalUsers } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotChange } from '../rules.ts'
import type { InvitationDeps } from './invitation.ts'
import { roleOf, userRows } from './store.ts'

export type PortalUsersDeps = InvitationDeps & { readonly database: Database }

/** Two-step sign-in of others: its reset by a manager, and the organisation's rule (decisions "Two-step sign-in"). */
export function secondStepRules(route: Router, { database, mailer }: PortalUsersDeps) {
  route(portalUsers.resetSecondStep, async ({ db, caller, params: { portalUserId: id }, now, audit }) => {
    const user = await existing(userRows(db).where('u.id', '=', id).forUpdate())
    const role = roleOf(user.role_id)
    const change = { isSelf: id === caller.id, role, after: role, hasOthers: true, isActive: user.is_active }
    refuseIf(whyNotChange(caller, change))
    refuseIf((await readSecondSteps(db, id)).hasAny ? null : t('MsgUserWithoutSecondStep'))
    await deleteSecondSteps(db, [id])
    await endSignInsOf(db, [id], now)
    await audit('second steps reset', id)
    await notifyOwner(db, mailer, id, tMail('WhatReset', { actor: caller.name }))
    return { Message: t('MsgSecondStepsReset') }
  })

  const ownOrganisation = (organisationId: string) => ['id', '=', organisationId] as const

  route(portalUsers.signInRules, async ({ db, tenant }) => {
    const { requires_second_step } = await db
      .selectFrom('organisations')
      .select('requires_second_step')
      .where(...ownOrganisation(tenant.organisationId))
      .executeTakeFirstOrThrow()
    const without = await usersWithoutSecondStep(db)
    return { IsSecondStepRequired: requires_second_step, UsersWithoutSecondStep: without.length }
  })

  route.withoutTransaction(portalUsers.saveSignInRules, async ({ input, caller, now, inTenant }) => {
    // The caller's second steps are in the home organisation, the rule in the selected one.
    const own = await database.inTenant(wholeOrganisation(caller.homeOrganisationId), (db) => readSecondSteps(db, caller.id))
    const isRequired = input.IsSecondStepRequired
    refuseIf(isRequired && !own.hasAny ? t('MsgSecondStepOwnFirst') : null)
    await inTenant(async ({ db, tenant, audit }) => {
      const changed = await db
        .updateTable('organisations')
        .set({ requires_second_step: isRequired })
        .where(...ownOrganisation(tenant.organisationId))
        .where('requires_second_step', '<>', isRequired)
        .executeTakeFirst()
      if (!changed.numUpdatedRows) return
      if (isRequired) await endSignInsOf(db, await usersWithoutSecondStep(db), now)
      await audit('second step required', tenant.organisationId, {
        before: { required: !isRequired },
        after: { required: isRequired },
      })
    })
    return { Message: t('MsgSignInRulesSaved') }
  })
}
