import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import {
  COLLECTIONS,
  RECOVERIES,
  STATUSES,
  type StatusName,
  statusesOf,
  TAKEN_BACK,
} from '#features/package-statuses/statuses.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Actor } from '../contract.ts'

/**
 * The name of the user of a history row `h`. For residents and their delegates a row keeps only the id and a role: the name is read
 * from their own record, and is gone once they are erased.
 */
export const HISTORY_USER = sql<string>`coalesce(
  (select r.full_name from residents r where r.id = h.user_id and r.erased_at is null),
  (select d.name from resident_delegates d where d.id = h.user_id),
  h.user_name)`

/** A value of the first history row `f` of a package `p`: where and how it arrived, wherever it is now. */
export const ofArrival = <T>(value: RawBuilder<T>) =>
  sql<T>`(select ${value} from package_history f
    where f.organisation_id = p.organisation_id and f.package_id = p.id order by f.at, f.id limit 1)`

/**
 * Whether a history row `h` with one of these statuses is the first of them in a row: an expired package that is moved to the mailroom
 * or edited does not expire again.
 */
const isFirstOf = (statusIds: readonly number[]) =>
  sql<boolean>`(h.status_id = ${anyOf(statusIds)} and not coalesce((select b.status_id = ${anyOf(statusIds)} from package_history b
    where b.organisation_id = h.organisation_id and b.package_id = h.package_id and (b.at, b.id) < (h.at, h.id)
    order by b.at desc, b.id desc limit 1), false))`

const idsOf = (statuses: readonly StatusName[]) => statuses.map((status) => STATUSES[status].id)
const firstOf = (statuses: readonly StatusName[]) => isFirstOf(idsOf(statuses))
const EXPIRIES = statusesOf(['Expired'])
/** Whether a history row `h` is a collection, a package that an agent took back, one that expired, or one that was recovered. */
export const IS_COLLECTION = firstOf(COLLECTIONS)
export const IS_TAKEN_BACK = firstOf(TAKEN_BACK)
export const IS_EXPIRY = firstOf(EXPIRIES)
export const IS_RECOVERY = firstOf(RECOVERIES)
/** Whether a history row `h` can be one of these by its status alone, which costs nothing. */
export const MAY_COUNT = sql<boolean>`h.status_id = ${anyOf(idsOf([...COLLECTIONS, ...EXPIRIES, ...RECOVERIES]))}`

/** The caller of a request, for whom a history is read. */
export type Reader = Pick<Caller, 'permissions' | 'tenant'>

/** The hand-over of a history row `h` whose proof the reader may see; otherwise null. */
export const provenHandOver = ({ permissions }: Reader) =>
  permissions.has('EditPackage')
    ? sql<string | null>`(select o.id from hand_over_packages w
        join hand_overs o on o.organisation_id = w.organisation_id and o.id = w.hand_over_id
        where w.organisation_id = h.organisation_id and w.package_id = h.package_id and o.at = h.at and o.proof is not null limit 1)`
    : sql<string | null>`null::uuid`

/** The resident or agent of a history row `h` whose record the reader may open; null for other users. */
export function historyActor({ permissions, tenant: { propertyIds } }: Reader) {
  const worksHere =
    propertyIds === '*'
      ? sql`true`
      : sql`exists (select from agent_properties w
    where w.organisation_id = a.organisation_id and w.agent_id = a.id and w.property_id = ${anyOf(propertyIds)})`
  const residents = permissions.has('ViewResident')
    ? sql`(select json_build_object('Kind', 'resident', 'Id', r.id) from residents r where r.id = h.user_id and r.deleted_at is null)`
    : sql`null::json`
  const agents = permissions.has('ViewAgent')
    ? sql`(select json_build_object('Kind', 'agent', 'Id', a.id) from agents a where a.id = h.user_id and a.deleted_at is null
        and ${worksHere})`
    : sql`null::json`
  return sql<z.infer<typeof Actor>>`coalesce(${residents}, ${agents})`
}
