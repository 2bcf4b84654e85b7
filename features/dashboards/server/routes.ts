import { type KioskLink, remoteOpenings } from '#features/kiosks/server/api.ts'
import { lockerByName, lockerOf } from '#features/layout/server/api.ts'
import type { LiveFeed } from '#features/live/server/api.ts'
import type { OpeningDeps } from '#features/openings/server/api.ts'
import { packagesInLocker } from '#features/packages/server/api.ts'
import type { Router } from '#platform/server/http/route.ts'
import { mergeChanges, readChanges } from '#platform/server/postgres/audit.ts'
import { dashboards } from '../contract.ts'
import { t } from '../messages.ts'
import { bankOf, lockerSummary, packageSummary } from './bank.ts'
import { cabinet } from './cabinet.ts'
import { choicesOf } from './choices.ts'
import { setCondition } from './condition.ts'
import { findDoors } from './doors.ts'
import { applyOpenedDoors, openLocker } from './open.ts'
import { summary } from './summary.ts'

export type DashboardDeps = OpeningDeps & {
  readonly live: LiveFeed
  readonly kiosks: Pick<KioskLink, 'waitForReply' | 'onEvent'>
}

/** The dashboards (spec 1 §2, §7): the summary of all banks, the cabinet of one bank, and opening its lockers. */
export function dashboardsRoutes(route: Router, deps: DashboardDeps) {
  const { live, kiosks } = deps
  route(dashboards.summary, ({ db, tenant, input, now }) => summary(db, tenant, input, now))
  route(dashboards.findDoors, ({ db, query }) => findDoors(db, query.Q ?? ''))
  route(dashboards.lockerSummary, async ({ db, params }) => lockerSummary(db, (await bankOf(db, params.lockerBankId)).id))
  route(dashboards.packageSummary, async ({ db, params }) => packageSummary(db, (await bankOf(db, params.lockerBankId)).id))
  route(dashboards.layout, async ({ db, params, caller }) =>
    cabinet(db, (await bankOf(db, params.lockerBankId)).id, caller.permissions),
  )
  route(dashboards.locker, async ({ db, params, query }) => {
    const { Device, ...locker } = await lockerByName(db, params.lockerBankId, params.name)
    const Packages = query.IncludePackageInfo ? await packagesInLocker(db, locker.Id) : []
    return { ...locker, Packages, Device: query.IncludeDeviceInfo ? Device : null }
  })
  route(dashboards.choices, async ({ db, params, caller }) => {
    const bank = await bankOf(db, params.lockerBankId)
    return choicesOf(db, (await lockerOf(db, bank.id, params.locker)).id, caller)
  })
  route.withoutTransaction(dashboards.open, (context) => openLocker(context, deps))
  applyOpenedDoors(kiosks, live)
  route(dashboards.lockerChanges, async ({ db, params }) => {
    const bank = await bankOf(db, params.lockerBankId)
    const { id: lockerId } = await lockerOf(db, bank.id, params.locker)
    return mergeChanges(...(await Promise.all([readChanges(db, lockerId), remoteOpenings(db, { lockerId })])))
  })
  route(dashboards.setCondition, async (context) => {
    const { id: lockerBankId, property_id: propertyId } = await bankOf(context.db, context.params.lockerBankId)
    const { name, isChanged } = await setCondition(context, lockerBankId, context.params.locker, context.input.Condition)
    const { organisationId } = context.tenant
    if (isChanged) context.afterCommit(() => live.changed({ organisationId, propertyId, lockerBankId, topic: 'packages' }))
    return { Message: t('MsgConditionChanged', { name }) }
  })
}
