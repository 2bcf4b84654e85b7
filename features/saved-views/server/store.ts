import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { savedViews, View, ViewContent } from '../contract.ts'
import { t } from '../messages.ts'

/** Whose views of which organisation's lists: every query here is limited to them. */
export type OwnerOfViews = {
  /** The user's own organisation, which the views belong to. */
  readonly organisationId: string
  readonly userId: string
  /** The organisation that the user was working in. */
  readonly ofOrganisationId: string
}

/** Views belong to the user, whichever organisation a super administrator has selected. */
export const ownerOf = (caller: Caller): OwnerOfViews => ({
  organisationId: caller.homeOrganisationId,
  userId: caller.id,
  ofOrganisationId: caller.tenant.organisationId,
})

const viewsOf = (db: Db, { userId, ofOrganisationId }: OwnerOfViews) =>
  db.selectFrom('saved_views').where('user_id', '=', userId).where('of_organisation_id', '=', ofOrganisationId)

/** The user's views of all lists, in their order. */
export async function readViews(db: Db, owner: OwnerOfViews): Promise<View[]> {
  const rows = await viewsOf(db, owner)
    .select(['id', 'list', 'name', 'is_default', 'content'])
    .orderBy('list')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, list, name, is_default, content }) => ({
    ...(content as ViewContent),
    Id: id,
    List: list,
    Name: name,
    IsDefault: is_default,
  }))
}

/** The user's views, after the user's other saves have ended: two of them cannot exceed a limit together. */
export async function lockedViews(db: Db, owner: OwnerOfViews) {
  await existing(db.selectFrom('portal_users').select('id').where('id', '=', owner.userId).forNoKeyUpdate())
  return viewsOf(db, owner)
    .select(['id', 'list', sql<number>`length(content::text)`.as('size')])
    .execute()
}

/**
 * Adds a view after the others of its list, or replaces it; false if the id is that of somebody else's view or of another list. The
 * index of the names refuses a name of another view: only PostgreSQL knows which letters are equal to it in either case.
 */
export async function saveView(
  db: Db,
  owner: OwnerOfViews,
  id: string,
  { List, Name, ...content }: InputOf<typeof savedViews.save>,
): Promise<boolean> {
  const { organisationId, userId, ofOrganisationId } = owner
  const { rows } = await sql`
    insert into saved_views as v (organisation_id, id, user_id, of_organisation_id, list, name, content, position)
    values (${organisationId}, ${id}, ${userId}, ${ofOrganisationId}, ${List}, ${Name}, ${JSON.stringify(content)},
      (select coalesce(max(position), 0) + 1 from saved_views where user_id = ${userId} and of_organisation_id = ${ofOrganisationId} and list = ${List}))
    on conflict (organisation_id, id) do update set name = excluded.name, content = excluded.content
      where (v.user_id, v.of_organisation_id, v.list) = (excluded.user_id, excluded.of_organisation_id, excluded.list)
    returning v.id`
    .execute(db)
    .catch(nameTaken)
  return rows.length > 0
}

function nameTaken(error: { constraint?: unknown }): never {
  if (error.constraint === 'saved_views_name') refuseIf(t('MsgViewNameTaken'), 'Name')
  throw error
}

/** Sets order and default of a list's views. Ids of other views are ignored. */
export async function arrangeViews(db: Db, owner: OwnerOfViews, { List, Ids, DefaultId }: InputOf<typeof savedViews.arrange>) {
  await lockedViews(db, owner)
  await db
    .updateTable('saved_views')
    .set({
      position: sql`coalesce(array_position(${Ids}::uuid[], id), cardinality(${Ids}::uuid[]) + position)`,
      is_default: sql`id is not distinct from ${DefaultId}::uuid`,
    })
    .where('user_id', '=', owner.userId)
    .where('of_organisation_id', '=', owner.ofOrganisationId)
    .where('list', '=', List)
    .execute()
}

/** Deletes a view and returns its name; 404 if the user has none with this id. */
export async function removeView(db: Db, owner: OwnerOfViews, id: string): Promise<string> {
  const { name } = await existing(
    db
      .deleteFrom('saved_views')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
      .where('of_organisation_id', '=', owner.ofOrganisationId)
      .returning('name'),
  )
  return name
}

/** Deletes the views of users, who are hidden and not deleted themselves. */
export const deleteViewsOf = (db: Db, userIds: readonly string[]) =>
  db.deleteFrom('saved_views').where('user_id', '=', anyOf(userIds)).execute()
