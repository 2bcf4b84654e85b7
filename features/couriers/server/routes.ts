import { sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing, lockNames, removeEach, saved } from '#platform/server/entities.ts'
import { changedElsewhere, refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import { readChanges } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotChangeKind, whyNotDelete } from '../rules.ts'
import {
  assignableCouriers,
  CHOICE,
  hideCouriers,
  insertCourier,
  isNameTaken,
  lockCouriers,
  lockedCourier,
  ROW,
  recordOf,
  updateCourier,
  visibleCouriers,
  withAgents,
  withLivePackages,
} from './store.ts'

/** Couriers (spec 2 §2, §5, §7). They belong to the organisation: a change applies to every property. */
export function couriersRoutes(route: Router) {
  route(couriers.all, ({ db }) => visibleCouriers(db).select(CHOICE).orderBy(naturalOrder('c.name')).orderBy('c.id').execute())

  route(couriers.assignable, ({ db }) => assignableCouriers(db))

  route(couriers.page, ({ db, input }) =>
    readPage(db, matching(db, input).select(ROW), input, { sorts: SORTS, id: 'c.id', row: (row) => row }),
  )

  route(couriers.get, ({ db, params }) => existing(recordOf(db, params.courierId)))

  route(couriers.changes, async ({ db, params: { courierId } }) => {
    await existing(visibleCouriers(db).select('c.id').where('c.id', '=', courierId))
    return readChanges(db, courierId)
  })

  route(couriers.save, async ({ db, tenant, input, audit }) => {
    const id = input.Id ?? newId()
    await lockNames(db, tenant, 'couriers')
    const before = input.Id ? await lockedCourier(db, id) : null
    if (before) {
      if (input.Version && input.Version !== before.Version) throw changedElsewhere()
      if (before.Name !== input.Name) refuseIf(await whyNotName(db, id, input.Name), 'Name')
      const kind = { isDryCleaning: before.IsDryCleaning, hasAgents: (await withAgents(db, [id])).has(id) }
      refuseIf(whyNotChangeKind(kind, { isDryCleaning: input.IsDryCleaning }), 'IsDryCleaning')
      await updateCourier(db, id, input)
    } else {
      refuseIf(await whyNotName(db, id, input.Name), 'Name')
      await insertCourier(db, { organisation_id: tenant.organisationId, id }, input)
    }
    await audit(before ? 'courier changed' : 'courier created', id, { before, after: input })
    return saved(t('MsgCourierSaved'), id)
  })

  route(couriers.remove, async ({ db, input, now, auditEach }) => {
    const { removed, reply } = await removeEach(input, {
      lock: (ids) => lockCouriers(db, ids),
      whyNot: async (ids) => {
        const [employing, awaited] = [await withAgents(db, ids), await withLivePackages(db, ids)]
        return ({ id }) => whyNotDelete({ hasAgents: employing.has(id), hasLivePackages: awaited.has(id) })
      },
      remove: (ids) => hideCouriers(db, ids, now),
    })
    await auditEach(
      'courier deleted',
      removed.map(({ id, name }) => ({ id, detail: { name } })),
    )
    return { Message: t('MsgCouriersDeleted', { count: removed.length }), ...reply }
  })
}

/** Couriers are identified by name. Older couriers with equal names keep them until one is renamed. */
const whyNotName = async (db: Db, id: string, name: string) =>
  (await isNameTaken(db, id, name)) ? t('MsgCourierNameTaken') : null

const SORTS = {
  Name: naturalOrder('c.name'),
  // The whole text would not fit into an index or a cursor.
  Description: sql`left(c.description, 100) collate natural_order`,
  SortOrder: sql`${sql.ref('c.sort_order')}`,
  IsDryCleaning: sql`${sql.ref('c.is_dry_cleaning')}`,
}

function matching(db: Db, { SearchText }: InputOf<typeof couriers.page>) {
  const all = visibleCouriers(db)
  return SearchText ? all.where(matchesWords('c.search_text', SearchText)) : all
}
