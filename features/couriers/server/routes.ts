import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { pageOfRows, totalOf } from '#platform/server/postgres/paging.ts'
import { escapeLike, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotChangeKind } from '../rules.ts'
import { removeCouriers } from './remove.ts'
import {
  CHOICE,
  insertCourier,
  isNameTaken,
  lockCourierNames,
  lockedCourier,
  ROW,
  updateCourier,
  visibleCouriers,
  withAgents,
} from './store.ts'

/** Couriers (spec 2 §2, §5, §7). They are the organisation's: whoever may change them changes them for every property. */
export function couriersRoutes(route: Router) {
  route(couriers.all, ({ db }) => visibleCouriers(db).select(CHOICE).orderBy(naturalOrder('c.name')).orderBy('c.id').execute())

  route(couriers.assignable, ({ db }) =>
    visibleCouriers(db)
      .select(CHOICE)
      .where('c.sort_order', '<>', 0)
      .orderBy('c.sort_order')
      .orderBy(naturalOrder('c.name'))
      .orderBy('c.id')
      .execute(),
  )

  route(couriers.page, ({ db, input }) => courierPage(db, input))

  route(couriers.get, async ({ db, params }) =>
    orNotFound(await visibleCouriers(db).select(ROW).where('c.id', '=', params.courierId).executeTakeFirst()),
  )

  route(couriers.save, async ({ db, tenant, input, audit }) => {
    const id = input.Id ?? newId()
    await lockCourierNames(db, tenant.organisationId)
    if (input.Id) {
      const before = await lockedCourier(db, id)
      if (before.Name !== input.Name) refuseIf(await whyNotName(db, id, input.Name), 'Name')
      const kind = { isDryCleaning: before.IsDryCleaning, hasAgents: (await withAgents(db, [id])).has(id) }
      refuseIf(whyNotChangeKind(kind, { isDryCleaning: input.IsDryCleaning }), 'IsDryCleaning')
      await updateCourier(db, id, input)
    } else {
      refuseIf(await whyNotName(db, id, input.Name), 'Name')
      await insertCourier(db, { organisation_id: tenant.organisationId, id }, input)
    }
    await audit(input.Id ? 'courier changed' : 'courier created', id, { name: input.Name, sortOrder: input.SortOrder })
    return { Message: t('MsgCourierSaved').text, Id: id }
  })

  route(couriers.remove, async ({ db, input, now, audit }) => {
    const { removed, refused } = await removeCouriers(db, input, now)
    for (const { id, name } of removed) await audit('courier deleted', id, { name })
    return {
      Message: t('MsgCouriersDeleted', { count: removed.length }).text,
      Removed: removed.map(({ id }) => id),
      Refused: refused.map(({ id, whyNot }) => ({ Id: id, Reason: whyNot.text })),
    }
  })
}

/** Couriers are told apart by their names. Those that were called alike before stay so until one is renamed. */
const whyNotName = async (db: Db, id: string, name: string) =>
  (await isNameTaken(db, id, name)) ? t('MsgCourierNameTaken') : null

const SORTS = {
  Name: naturalOrder('c.name'),
  SortOrder: sql`${sql.ref('c.sort_order')}`,
  IsDryCleaning: sql`${sql.ref('c.is_dry_cleaning')}`,
}

/** A page of the grid: its rows, how many there are, and where the next begins. */
async function courierPage(db: Db, asked: InputOf<typeof couriers.page>) {
  let matching = visibleCouriers(db)
  if (asked.SearchText) matching = matching.where('c.name', 'ilike', `%${escapeLike(asked.SearchText)}%`)
  const { rows, after } = await pageOfRows(matching.select(ROW), asked, SORTS, 'c.id')
  return { Data: rows, ...(await totalOf(db, matching)), After: after }
}
