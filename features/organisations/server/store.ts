import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import { type Db, type Tenant, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { naturalOrder, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { organisations } from '../contract.ts'

type Draft = InputOf<typeof organisations.save>

/** The organisation of a path as the tenant: the caller's own, or any for a super administrator; otherwise 404. */
export const organisationOf = (caller: Caller, id: string): Tenant =>
  orNotFound(id === caller.tenant.organisationId || caller.isSuperAdmin ? wholeOrganisation(id) : null)

const ROW = [
  'o.id as Id',
  'o.name as Name',
  'o.system_name as SystemName',
  'o.time_zone as TimezoneId',
  'o.is_active as IsActive',
] as const

/** The organisations that the transaction sees. */
export const organisationRows = (db: Db) => db.selectFrom('organisations as o').select(ROW)

export const SORTS = {
  Name: naturalOrder('o.name'),
  SystemName: naturalOrder('o.system_name'),
  TimezoneId: naturalOrder('o.time_zone'),
  IsActive: sql<boolean>`o.is_active`,
}

export const recordOf = (db: Db, id: string) =>
  organisationRows(db)
    .select(['o.description as Description', 'o.is_super_admin as IsSuperAdmin', rowVersion('o').as('Version')])
    .where('o.id', '=', id)

const columnsOf = ({ Name, Description, TimezoneId, IsActive }: Draft) => ({
  name: Name,
  description: Description,
  time_zone: TimezoneId,
  ...(typeof IsActive === 'boolean' && { is_active: IsActive }),
})

export const insertOrganisation = (db: Db, id: string, systemName: string, draft: Draft) =>
  db
    .insertInto('organisations')
    .values({ id, system_name: systemName, ...columnsOf(draft) })
    .execute()

export const updateOrganisation = (db: Db, id: string, draft: Draft) =>
  db.updateTable('organisations').set(columnsOf(draft)).where('id', '=', id).execute()

/** The version of settings that nobody has saved yet. */
export const NOT_SAVED = 'none'

/** Locks an organisation, also while it has no settings, so that two saves of them take turns. */
export const lockSettings = (db: Db, id: string) => existing(recordOf(db, id).forNoKeyUpdate('o'))
