import { packageEventsOf } from '#features/packages/server/api.ts'
import { newId } from '#platform/ids.ts'
import { found } from '#platform/server/refusal.ts'
import type { Serve } from '#platform/server/serve.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { MAX_HISTORY, residents } from '../contract.ts'
import { say } from '../messages.ts'
import { OCCUPANCY, OCCUPANCY_NAMES, occupancyText } from '../rules.ts'
import { freeCode } from './access-code.ts'
import { sendCode } from './code-mail.ts'
import { addDelegate, delegatesOf, removeDelegate } from './delegates.ts'
import { eraseResident } from './erase.ts'
import { residentPage } from './list.ts'
import { firstByName, firstByUnit, quickSearch, residentNames, unitNumbers } from './look-ups.ts'
import { personalData } from './personal-data.ts'
import { removeResidents } from './remove.ts'
import { createSaving, type ResidentNeeds } from './saving.ts'
import { createResident, readResident, residentInfo, updateResident, visibleResidents } from './store.ts'

/** Residents, their access codes, who collects for them, and what finds them (spec 2 §2, §5, §7). */
export function residentsRoutes(serve: Serve, needs: ResidentNeeds): void {
  readingRoutes(serve, needs)
  lookUpRoutes(serve)
  savingRoutes(serve, needs)
  codeRoutes(serve, needs)
  personalDataRoutes(serve, needs)
}

function readingRoutes(serve: Serve, { keys }: ResidentNeeds): void {
  serve(residents.page, ({ db, tenant, input }) => residentPage(db, tenant, input))
  serve(residents.get, async ({ db, params, audit }) => {
    const resident = await readResident(db, keys, params.residentId)
    if (resident.LockerAccessCode) await audit('access code read', resident.Id)
    return resident
  })
  serve(residents.info, ({ db, params }) => residentInfo(db, params.residentId))
  serve(residents.history, async ({ db, params }) => {
    found(await visibleResidents(db).select('r.id').where('r.id', '=', params.residentId).executeTakeFirst())
    return packageEventsOf(db, params.residentId, MAX_HISTORY)
  })
  serve(residents.occupancyStatusTypes, () =>
    OCCUPANCY_NAMES.map((name) => ({ Id: OCCUPANCY[name], Name: occupancyText(OCCUPANCY[name]) })),
  )
}

function lookUpRoutes(serve: Serve): void {
  serve(residents.firstByUnit, ({ db, tenant, params, query }) =>
    firstByUnit(db, { tenant, building: query.BuildingId }, params.unit),
  )
  serve(residents.firstByName, ({ db, tenant, params, query }) =>
    firstByName(db, { tenant, building: query.BuildingId }, params.first, params.last),
  )
  serve(residents.unitNumbers, ({ db, tenant, query }) => unitNumbers(db, { tenant, building: query.BuildingId }, query.Q))
  serve(residents.names, ({ db, tenant, query }) => residentNames(db, { tenant, building: query.BuildingId }, query.Q))
  serve(residents.quickSearch, ({ db, tenant, params }) => quickSearch(db, tenant, params.term))
}

function savingRoutes(serve: Serve, needs: ResidentNeeds): void {
  const saving = createSaving(needs)

  serve.apart(residents.create, (asked) => {
    const id = asked.params.residentId === EMPTY_GUID ? newId() : asked.params.residentId
    return saving(asked, id, createResident)
  })
  serve.apart(residents.update, (asked) => saving(asked, asked.params.residentId, updateResident))

  serve(residents.remove, async ({ db, input, now, audit }) => {
    const { removed, refused } = await removeResidents(db, input, now)
    for (const id of removed) await audit('resident deleted', id)
    return {
      Message: say('MsgResidentsDeleted', { count: removed.length }).text,
      Removed: removed,
      Refused: refused.map(({ id, whyNot }) => ({ Id: id, Reason: whyNot.text })),
    }
  })
}

function codeRoutes(serve: Serve, needs: ResidentNeeds): void {
  serve(residents.generateCode, async ({ db, input }) => {
    const { PropertyId } = input
    found(
      await db
        .selectFrom('properties')
        .select('id')
        .where('id', '=', PropertyId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst(),
    )
    return { LockerAccessCode: await freeCode(db, needs.keys, PropertyId) }
  })
  serve(residents.sendCode, async ({ db, tenant, audit, input: [id] }) => {
    await sendCode(db, { ...needs, tenant, audit }, id)
    return { Message: say('MsgCodeSent').text }
  })
  serve(residents.delegates, ({ db, params }) => delegatesOf(db, params.residentId))
  serve(residents.addDelegate, ({ db, tenant, audit, caller, now, params, input }) =>
    addDelegate(db, { ...needs, tenant, audit, actor: caller, now }, params.residentId, input),
  )
  serve(residents.removeDelegate, ({ db, audit, params }) => removeDelegate(db, { audit }, params.residentId, params.delegateId))
}

function personalDataRoutes(serve: Serve, { keys }: ResidentNeeds): void {
  serve(residents.personalData, async ({ db, params, audit }) => {
    const data = await personalData(db, keys, params.residentId)
    await audit('personal data exported', params.residentId)
    return data
  })
  serve(residents.erase, async (asked) => {
    const { params, audit } = asked
    await eraseResident(asked, params.residentId)
    await audit('resident erased', params.residentId)
    return { Message: say('MsgResidentErased').text }
  })
}
