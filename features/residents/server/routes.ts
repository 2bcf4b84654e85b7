import { packageEventsOf } from '#features/packages/server/api.ts'
import { newId } from '#platform/ids.ts'
import { existing, removeEach } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import { eraseFromOutbox, outboxOf } from '#platform/server/mail/outbox.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { MAX_HISTORY, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { OCCUPANCY, OCCUPANCY_NAMES, occupancyMessage } from '../rules.ts'
import { freeCode } from './access-code.ts'
import { sendCode } from './code-mail.ts'
import { addDelegate, delegatesOf, removeDelegate } from './delegates.ts'
import { residentPage } from './list.ts'
import { eraseResident } from './personal-data/erase.ts'
import { readPersonalData } from './personal-data/export.ts'
import { residentRemoval } from './remove.ts'
import { createSaving, type ResidentDeps } from './saving.ts'
import { createResident, readResident, readResidentInfo, updateResident, visibleResidents } from './store.ts'

/** Residents, access codes and delegates (spec 2 §2, §5, §7). */
export function residentsRoutes(route: Router, deps: ResidentDeps): void {
  readingRoutes(route, deps)
  savingRoutes(route, deps)
  codeRoutes(route, deps)
  personalDataRoutes(route, deps)
}

function readingRoutes(route: Router, { keys }: ResidentDeps): void {
  route(residents.page, ({ db, tenant, input }) => residentPage(db, tenant, input))
  route(residents.get, async ({ db, params, query, audit }) => {
    const resident = await readResident(db, keys, params.residentId)
    if (!query.IncludeAccessCode) return { ...resident, LockerAccessCode: '' }
    if (resident.LockerAccessCode) await audit('access code read', resident.Id)
    return resident
  })
  route(residents.info, ({ db, params }) => readResidentInfo(db, params.residentId))
  route(residents.history, async ({ db, params, caller }) => {
    await existing(visibleResidents(db).select('r.id').where('r.id', '=', params.residentId))
    return packageEventsOf(db, params.residentId, MAX_HISTORY, caller)
  })
  route(residents.changes, async ({ db, params: { residentId } }) => {
    await existing(visibleResidents(db).select('r.id').where('r.id', '=', residentId))
    return readChanges(db, residentId)
  })
  route(residents.occupancyStatusTypes, () =>
    OCCUPANCY_NAMES.map((name) => ({ Id: OCCUPANCY[name], Name: occupancyMessage(OCCUPANCY[name]) })),
  )
}

function savingRoutes(route: Router, deps: ResidentDeps): void {
  const saving = createSaving(deps)

  route.withoutTransaction(residents.create, (context) => {
    const id = context.params.residentId === EMPTY_GUID ? newId() : context.params.residentId
    return saving(context, id, createResident)
  })
  route.withoutTransaction(residents.update, (context) => saving(context, context.params.residentId, updateResident))

  route(residents.remove, async ({ db, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, residentRemoval(db, now))
    await auditEach(
      'resident deleted',
      removed.map(({ id }) => id),
    )
    return { Message: t('MsgResidentsDeleted', { count: removed.length }), ...reply }
  })
}

function codeRoutes(route: Router, deps: ResidentDeps): void {
  route(residents.generateCode, async ({ db, input }) => {
    const { PropertyId } = input
    await existing(db.selectFrom('properties').select('id').where('id', '=', PropertyId).where('deleted_at', 'is', null))
    return { LockerAccessCode: await freeCode(db, deps.keys, PropertyId) }
  })
  route(residents.sendCode, async ({ db, tenant, audit, input: [id] }) => {
    await sendCode(db, { ...deps, tenant, audit }, id)
    return { Message: t('MsgCodeSent') }
  })
  route(residents.delegates, ({ db, params }) => delegatesOf(db, params.residentId))
  route(residents.addDelegate, ({ db, tenant, audit, caller, now, params, input }) =>
    addDelegate(db, { ...deps, tenant, audit, actor: caller, now }, params.residentId, input),
  )
  route(residents.removeDelegate, ({ db, audit, params }) => removeDelegate(db, { audit }, params.residentId, params.delegateId))
}

function personalDataRoutes(route: Router, { keys, sendJob, dataDir, personalData }: ResidentDeps): void {
  route(residents.personalData, async ({ db, params, audit, caller }) => {
    const data = await readPersonalData(db, { keys, reader: caller, personalData }, params.residentId)
    await audit('personal data exported', params.residentId)
    return data
  })
  route(residents.erase, async (context) => {
    const { params, audit } = context
    const words = await eraseResident({ ...context, sendJob, personalData }, params.residentId)
    await audit('resident erased', params.residentId)
    const { tenant, log, afterCommit } = context
    // The person does not wait for files.
    if (dataDir)
      afterCommit(() => {
        eraseFromOutbox(outboxOf(dataDir), tenant.organisationId, words).catch((error: unknown) =>
          log.warn({ err: error }, 'e-mails in the outbox folder not erased'),
        )
      })
    return { Message: t('MsgResidentErased') }
  })
}
