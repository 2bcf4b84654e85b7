import { alertsEndedByStaff } from '#features/alerts/server/api.ts'
import { statusOf } from '#features/kiosks/rules.ts'
import { type KioskLink, remoteOpenings } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import { changeOf, existing, refuseStale, saved } from '#platform/server/entities.ts'
import { Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import { mergeChanges, readChanges } from '#platform/server/postgres/audit.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotAuthorise, whyNotCode, whyNotDeauthorise } from '../rules.ts'
import { apiKeyOf, deleteKeys, makeKey, readKey } from './authorisation.ts'
import { lockerBankPage } from './list.ts'
import { publishingRoutes } from './publishing.ts'
import { removeLockerBanks } from './remove.ts'
import { insertLockerBank, lockedBank, readLockerBank, updateLockerBank, visibleBanks } from './store.ts'

export type LockerBankDeps = {
  readonly keys: Keys
  readonly publicUrl: string
  readonly kiosks: Pick<KioskLink, 'grant' | 'revoke' | 'publishConfig'>
  readonly live: Pick<Live, 'changed'>
  readonly mailer: Mailer
}

/** Notifies open dashboards of a bank that was created, changed or deleted. */
async function notifyDashboards({ live }: LockerBankDeps, { db, tenant, afterCommit }: SaveContext, lockerBankId: string) {
  const { property_id: propertyId } = await db
    .selectFrom('locker_banks')
    .select('property_id')
    .where('id', '=', lockerBankId)
    .executeTakeFirstOrThrow()
  afterCommit(() => live.changed({ organisationId: tenant.organisationId, propertyId, lockerBankId, topic: 'status' }))
}
type SaveContext = { readonly db: Db; readonly tenant: Tenant; afterCommit(work: () => unknown): void }

/** Locker banks and their authorisation (spec 1 §2, §4, §5, §7). */
export function lockerBanksRoutes(route: Router, deps: LockerBankDeps) {
  readingRoutes(route)
  savingRoutes(route, deps)
  authorisationRoutes(route, deps)
  publishingRoutes(route, deps)
}

function readingRoutes(route: Router) {
  route(lockerBanks.page, async ({ db, input, now }) => {
    const { Data, ...page } = await lockerBankPage(db, input, now)
    return { Data: { Data: JSON.stringify(Data), ...page } }
  })

  route(lockerBanks.ofBuilding, async ({ db, params }) => {
    const { buildingId } = params
    await existing(db.selectFrom('buildings').select('id').where('id', '=', buildingId).where('deleted_at', 'is', null))
    return visibleBanks(db)
      .select(['b.id as Id', 'b.name as Name'])
      .where('b.building_id', '=', buildingId)
      .orderBy(naturalOrder('b.name'))
      .orderBy('b.id')
      .execute()
  })

  route(lockerBanks.status, async ({ db, now }) => {
    const banks = await visibleBanks(db)
      .select(['b.id', 'b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds'])
      .orderBy('b.id')
      .execute()
    return banks.map((bank) => ({ LockerbankId: bank.id, Status: statusOf(bank, now), LastHeartBeat: bank.last_heart_beat }))
  })

  route(lockerBanks.name, ({ db, params }) =>
    existing(visibleBanks(db).select(['b.id as Id', 'b.name as Name']).where('b.id', '=', params.lockerBankId)),
  )

  route(lockerBanks.changes, async ({ db, params: { lockerBankId } }) => {
    await existing(visibleBanks(db).select('b.id').where('b.id', '=', lockerBankId))
    return mergeChanges(
      ...(await Promise.all([
        readChanges(db, lockerBankId),
        remoteOpenings(db, { lockerBankId }),
        alertsEndedByStaff(db, lockerBankId),
      ])),
    )
  })

  route(lockerBanks.get, ({ db, params, now }) => readLockerBank(db, params.lockerBankId, now))
}

function savingRoutes(route: Router, deps: LockerBankDeps) {
  route(lockerBanks.create, async ({ db, tenant, params, input, audit, afterCommit }) => {
    const id = params.lockerBankId === EMPTY_GUID ? newId() : params.lockerBankId
    await insertLockerBank(db, { organisation_id: tenant.organisationId, id }, input)
    await audit('locker bank created', id, { name: input.Name, code: input.LockerBankCode })
    await notifyDashboards(deps, { db, tenant, afterCommit }, id)
    return saved(t('MsgLockerBankSaved'), id)
  })

  route(lockerBanks.update, async ({ db, tenant, params, input: { Version, ...input }, now, audit, afterCommit }) => {
    const before = await lockedBank(db, params.lockerBankId)
    const shown = await readLockerBank(db, before.id, now)
    refuseStale(shown, { Version })
    refuseIf(whyNotCode(input.LockerBankCode, before.code), 'LockerBankCode')
    await updateLockerBank(db, before, input)
    // A mailroom that was taken away is a value too.
    await audit('locker bank changed', before.id, changeOf(shown, { ...input, MailRoomId: input.MailRoomId ?? null }))
    await notifyDashboards(deps, { db, tenant, afterCommit }, before.id)
    if (before.is_active && !input.IsActive) afterCommit(() => deps.kiosks.revoke(before.id))
    if (!before.is_active && input.IsActive && (await apiKeyOf(db, before.id))) {
      const key = await readKey(db, deps, before)
      afterCommit(() => deps.kiosks.grant(kioskOf(before, key)))
    }
    return saved(t('MsgLockerBankSaved'), before.id)
  })

  route(lockerBanks.remove, async ({ db, tenant, input, now, auditEach, afterCommit }) => {
    const { removed, reply } = await removeLockerBanks(db, input, now)
    await auditEach(
      'locker bank deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    const { organisationId } = tenant
    for (const { id: lockerBankId, property_id: propertyId } of removed) {
      afterCommit(() => deps.live.changed({ organisationId, propertyId, lockerBankId, topic: 'status' }))
      afterCommit(() => deps.kiosks.revoke(lockerBankId))
    }
    return { Message: t('MsgLockerBanksDeleted', { count: removed.length }), ...reply }
  })
}

function authorisationRoutes(route: Router, deps: LockerBankDeps) {
  route(lockerBanks.authorisation, async ({ db, params, audit }) => {
    const bank = await lockedBank(db, params.lockerBankId)
    const key = await readKey(db, deps, bank)
    await audit('locker bank key read', bank.id, { key: key.APIKeyId })
    return key
  })

  route(lockerBanks.authorise, async ({ db, params, audit, afterCommit }) => {
    const bank = await lockedBank(db, params.lockerBankId).catch(notYetCreated)
    refuseIf(whyNotAuthorise({ isCreated: true, isAuthorised: (await apiKeyOf(db, bank.id)) !== undefined }))
    const key = await makeKey(db, deps, bank)
    await audit('locker bank authorised', bank.id, { key: key.APIKeyId })
    if (bank.is_active) afterCommit(() => deps.kiosks.grant(kioskOf(bank, key)))
    return key
  })

  route(lockerBanks.deauthorise, async ({ db, params, audit, afterCommit }) => {
    const bank = await lockedBank(db, params.lockerBankId)
    refuseIf(whyNotDeauthorise({ isAuthorised: (await deleteKeys(db, [bank.id])) > 0 }))
    await audit('locker bank deauthorised', bank.id)
    afterCommit(() => deps.kiosks.revoke(bank.id))
    return { Message: t('MsgLockerBankDeauthorised') }
  })
}

/** A missing bank counts as not created (spec 1 §4), whatever the reason. */
function notYetCreated(error: unknown): never {
  if (error instanceof Refusal && error.status === 404)
    throw new Refusal(404, whyNotAuthorise({ isCreated: false, isAuthorised: false })!)
  throw error
}

const kioskOf = (bank: { organisation_id: string; id: string }, key: { APIKeyId: string; ApiSecret: string }) => ({
  organisationId: bank.organisation_id,
  lockerBankId: bank.id,
  keyId: key.APIKeyId,
  secret: key.ApiSecret,
})
