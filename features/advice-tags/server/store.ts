import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { recordStore } from '#platform/server/record-store.ts'
import type { adviceTags } from '../contract.ts'

/** The advice tags that were not deleted: every query here starts with them. */
export const visibleAdviceTags = (db: Db) => db.selectFrom('advice_tags as v').where('v.deleted_at', 'is', null)

export const ROW = ['v.id as Id', 'v.name as Name', 'v.sort_order as SortOrder', 'v.organisation_id as OrganisationId'] as const

export const adviceTagStore = recordStore({
  table: 'advice_tags',
  alias: 'v',
  word: 'advice tag',
  records: (db) => visibleAdviceTags(db).select(ROW),
  columns: ({ Name, SortOrder }: InputOf<typeof adviceTags.save>) => ({ name: Name, sort_order: SortOrder }),
})
