import { activeBuilding } from '#features/buildings/server/api.ts'
import { settle } from '#platform/given-twice.ts'
import { newId } from '#platform/ids.ts'
import { t as label } from '#platform/labels.ts'
import type { InputOf } from '#platform/operation.ts'
import { changeOf, existing, lockNames, refuseStale, removeEach, saved } from '#platform/server/entities.ts'
import { Refusal, refuseIf, refuseWrong } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { naturalOrder, sameText } from '#platform/server/postgres/sql-helpers.ts'
import { mailrooms } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotDelete, whyNotMove } from '../rules.ts'
import { mailroomPage } from './list.ts'
import {
  hideMailrooms,
  insertMailroom,
  lockMailrooms,
  recordOf,
  updateMailroom,
  usesOf,
  visibleMailrooms,
  withPlaces,
} from './store.ts'

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

  route(mailrooms.get, async ({ db, params }) => withPlaces(await existing(recordOf(db, params.mailroomId))))
  route(mailrooms.getOf, async ({ db, params }) => withPlaces(await existing(recordOf(db, params.mailroomId))))

  route(mailrooms.changes, async ({ db, params: { mailroomId } }) => {
    await existing(visibleMailrooms(db).select('m.id').where('m.id', '=', mailroomId))
    return readChanges(db, mailroomId)
  })

  route(mailrooms.save, async ({ db, tenant, input: { IsActive, Property, Building, ...fields }, audit }) => {
    const id = fields.Id ?? newId()
    await lockNames(db, tenant, 'mailrooms')
    const before = fields.Id ? await existing(recordOf(db, id).forUpdate('m')) : null
    if (before) refuseStale(before, fields)
    const places = placesOf({ ...fields, Property, Building }, before)
    if (!(await activeBuilding(db, places))) throw new Refusal(422, t('MsgMailroomNoSuchBuilding'), { field: 'BuildingId' })
    const input = { ...fields, ...places, IsActive: IsActive ?? before?.IsActive ?? true }
    if (before && before.BuildingId !== input.BuildingId) refuseIf(whyNotMove((await usesOf(db, [id])).get(id)!), 'BuildingId')
    const twin = visibleMailrooms(db)
      .select('m.id')
      .where('m.building_id', '=', input.BuildingId)
      .where(sameText('m.name', input.Name))
      .where('m.id', '<>', id)
    const isNamedAnew = before?.Name !== input.Name || before.BuildingId !== input.BuildingId
    refuseIf(isNamedAnew && (await twin.executeTakeFirst()) ? t('MsgMailroomNameTaken') : null, 'Name')
    if (before) await updateMailroom(db, id, input)
    else await insertMailroom(db, { organisation_id: tenant.organisationId, id }, input)
    await audit(before ? 'mailroom changed' : 'mailroom created', id, changeOf(before, input))
    return saved(t('MsgMailroomSaved'), id)
  })

  route(mailrooms.remove, async ({ db, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockMailrooms(db, ids),
      whyNot: async (ids) => {
        const uses = await usesOf(db, ids)
        return ({ id }) => whyNotDelete(uses.get(id)!)
      },
      remove: (ids) => hideMailrooms(db, ids, now),
    })
    await auditEach(
      'mailroom deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    return { Message: label('MsgCountDeleted', { count: removed.length }), ...reply }
  })
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
