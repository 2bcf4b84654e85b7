import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import { openRecord, recordChanges, removeRecords, saveRecord } from '#platform/server/record-routes.ts'
import { isNameTaken } from '#platform/server/record-store.ts'
import { couriers } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotChangeKind, whyNotDelete } from '../rules.ts'
import { assignableCouriers, CHOICE, courierStore, ROW, visibleCouriers, withAgents, withLivePackages } from './store.ts'

/** Couriers (spec 2 §2, §5, §7). They belong to the organisation: a change applies to every property. */
export function couriersRoutes(route: Router) {
  route(couriers.all, ({ db }) => visibleCouriers(db).select(CHOICE).orderBy(naturalOrder('c.name')).orderBy('c.id').execute())

  route(couriers.assignable, ({ db }) => assignableCouriers(db))

  route(couriers.page, ({ db, input }) =>
    readPage(db, matching(db, input).select(ROW), input, { sorts: SORTS, id: 'c.id', row: (row) => row }),
  )

  route(couriers.get, ({ db, params }) => courierStore.read(db, params.courierId))

  route(couriers.changes, ({ db, params }) => recordChanges(db, courierStore, params.courierId))

  route(couriers.save, async (context) => {
    const { db, input } = context
    const courier = await openRecord(context, courierStore)
    const { id, before } = courier
    // Older couriers with equal names keep them until one is renamed.
    const isRenamed = before?.Name !== input.Name
    const isTaken = isRenamed && (await isNameTaken(visibleCouriers(db), 'c', { id, name: input.Name }))
    refuseIf(isTaken ? t('MsgCourierNameTaken') : null, 'Name')
    if (before) {
      const kind = { isDryCleaning: before.IsDryCleaning, hasAgents: (await withAgents(db, [id])).has(id) }
      refuseIf(whyNotChangeKind(kind, { isDryCleaning: input.IsDryCleaning }), 'IsDryCleaning')
    }
    return saveRecord(context, courierStore, courier, {
      values: input,
      message: t('MsgCourierSaved'),
      detail: { before, after: input },
    })
  })

  route(couriers.remove, (context) =>
    removeRecords(context, courierStore, {
      whyNot: async (ids) => {
        const [employing, awaited] = [await withAgents(context.db, ids), await withLivePackages(context.db, ids)]
        return ({ id }) => whyNotDelete({ hasAgents: employing.has(id), hasLivePackages: awaited.has(id) })
      },
      message: (count) => t('MsgCouriersDeleted', { count }),
    }),
  )
}

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
