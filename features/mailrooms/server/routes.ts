import { activeBuilding } from '#features/buildings/server/api.ts'
import { settle } from '#platform/given-twice.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import { Refusal, refuseIf, refuseWrong } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { openRecord, recordChanges, removeRecords, saveRecord } from '#platform/server/record-routes.ts'
import { isNameTaken } from '#platform/server/record-store.ts'
import { mailrooms } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotDelete, whyNotMove } from '../rules.ts'
import { mailroomPage } from './list.ts'
import { mailroomStore, usesOf, visibleMailrooms, withPlaces } from './store.ts'

/** Mailrooms of the caller's properties (spec 3 §2, §5, §7). */
export function mailroomsRoutes(route: Router) {
  route(mailrooms.ofBuilding, async ({ db, params }) => {
    await existing(visibleBuilding(db, params.buildingId))
    return db
      .selectFrom('mailrooms')
      .select(['id as Id', 'name as Name'])
      .where('building_id', '=', params.buildingId)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy(naturalOrder('name'))
      .orderBy('id')
      .execute()
  })

  route(mailrooms.page, ({ db, tenant, input }) => mailroomPage(db, tenant, input))

  route(mailrooms.get, async ({ db, params }) => withPlaces(await mailroomStore.read(db, params.mailroomId)))
  route(mailrooms.getOf, async ({ db, params }) => withPlaces(await mailroomStore.read(db, params.mailroomId)))

  route(mailrooms.changes, ({ db, params }) => recordChanges(db, mailroomStore, params.mailroomId))

  route(mailrooms.save, async (context) => {
    const { db } = context
    const { IsActive, Property, Building, ...fields } = context.input
    const mailroom = await openRecord(context, mailroomStore)
    const { id, before } = mailroom
    const places = placesOf(context.input, before)
    if (!(await activeBuilding(db, places))) throw new Refusal(422, t('MsgMailroomNoSuchBuilding'), { field: 'BuildingId' })
    const values = { ...fields, ...places, IsActive: IsActive ?? before?.IsActive ?? true }
    if (before && before.BuildingId !== values.BuildingId) refuseIf(whyNotMove((await usesOf(db, [id])).get(id)!), 'BuildingId')
    const isNamedAnew = before?.Name !== values.Name || before.BuildingId !== values.BuildingId
    const others = visibleMailrooms(db).where('m.building_id', '=', values.BuildingId)
    const isTaken = isNamedAnew && (await isNameTaken(others, 'm', { id, name: values.Name }))
    refuseIf(isTaken ? t('MsgMailroomNameTaken') : null, 'Name')
    return saveRecord(context, mailroomStore, mailroom, { values, message: t('MsgMailroomSaved') })
  })

  route(mailrooms.remove, (context) =>
    removeRecords(context, mailroomStore, {
      whyNot: async (ids) => {
        const uses = await usesOf(context.db, ids)
        return ({ id }) => whyNotDelete(uses.get(id)!)
      },
    }),
  )
}

const visibleBuilding = (db: Db, id: string) =>
  db.selectFrom('buildings').select('id').where('id', '=', id).where('deleted_at', 'is', null)

type Input = Pick<InputOf<typeof mailrooms.save>, 'PropertyId' | 'Property' | 'BuildingId' | 'Building'>
type Places = { readonly PropertyId: string; readonly BuildingId: string }

/** The places of a save. Each may be given twice, and one as it was saved is no change; refuses (400) what contradicts itself. */
function placesOf({ PropertyId, Property, BuildingId, Building }: Input, before: Places | null): Places {
  const property = settle(['PropertyId', PropertyId], ['Property.Id', Property?.Id], before?.PropertyId)
  const building = settle(['BuildingId', BuildingId], ['Building.Id', Building?.Id], before?.BuildingId)
  refuseWrong([...property.wrong, ...building.wrong])
  // The contract asks for one of each.
  return { PropertyId: property.value!, BuildingId: building.value! }
}
