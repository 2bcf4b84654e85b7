import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { adviceTags } from '../contract.ts'

/** The advice tags that were not deleted: every query here starts with them. */
export const visibleAdviceTags = (db: Db) => db.selectFrom('advice_tags as v').where('v.deleted_at', 'is', null)

export const ROW = ['v.id as Id', 'v.name as Name', 'v.sort_order as SortOrder', 'v.organisation_id as OrganisationId'] as const

export const recordOf = (db: Db, id: string) =>
  visibleAdviceTags(db).select(ROW).select(rowVersion('v').as('Version')).where('v.id', '=', id)

/** Locks the tags in the order of their ids. */
export const lockAdviceTags = (db: Db, ids: readonly string[]) =>
  visibleAdviceTags(db).select(['v.id', 'v.name']).where('v.id', '=', anyOf(ids)).orderBy('v.id').forUpdate().execute()

const columnsOf = ({ Name, SortOrder }: InputOf<typeof adviceTags.save>) => ({ name: Name, sort_order: SortOrder })

export const insertAdviceTag = (db: Db, key: { organisation_id: string; id: string }, draft: InputOf<typeof adviceTags.save>) =>
  db
    .insertInto('advice_tags')
    .values({ ...key, ...columnsOf(draft) })
    .execute()

/** Updates a locked tag. */
export const updateAdviceTag = (db: Db, id: string, draft: InputOf<typeof adviceTags.save>) =>
  db.updateTable('advice_tags').set(columnsOf(draft)).where('id', '=', id).execute()

/** Deletes tags: they are hidden, packages keep their ids. */
export const hideAdviceTags = (db: Db, ids: readonly string[], now: Date) =>
  db.updateTable('advice_tags').set({ deleted_at: now }).where('id', '=', anyOf(ids)).execute()
