import { sql } from 'kysely'
import { hasAnyPermission, type Permission, PORTAL_ROLES, ROLE_PERMISSIONS, ROLES } from '#platform/permissions.ts'
import { badInput } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { t } from '../../schedule-messages.ts'

/** Either of them is needed for reports (spec 3 §6). */
export const REPORT_PERMISSIONS: readonly Permission[] = ['OrganisationReport', 'PropertyReport']

const READERS = PORTAL_ROLES.filter((role) => hasAnyPermission(new Set(ROLE_PERMISSIONS[role]), REPORT_PERMISSIONS))
const idsOf = (roles: readonly (typeof READERS)[number][]) => roles.map((role) => ROLES[role].id)

const NAME = sql<string>`u.first_name || ' ' || u.last_name`

/** The users to whom the tenant can send reports: who can sign in, may see reports, and has one of the tenant's properties. */
export const possibleRecipients = (db: Db, { propertyIds }: Tenant) =>
  db
    .selectFrom('portal_users as u')
    .select(['u.id as Id', NAME.as('Name')])
    .where('u.deleted_at', 'is', null)
    .where('u.is_active', '=', true)
    .where('u.password_hash', 'is not', null)
    .where('u.role_id', '=', anyOf(idsOf(READERS)))
    .$if(propertyIds !== '*', (query) =>
      query.where(
        sql<boolean>`(u.role_id = ${anyOf(idsOf(READERS.filter((role) => ROLES[role].everyProperty)))} or exists (
          select from portal_user_properties up where up.organisation_id = u.organisation_id and up.portal_user_id = u.id
          and up.property_id = ${anyOf(propertyIds as readonly string[])}))`,
      ),
    )
    .orderBy(naturalOrder('u.last_name'))
    .orderBy('u.id')

/** The recipients of a schedule by name, also those who are no users any more. */
export const recipientsOf = (db: Db, scheduleId: string) =>
  db
    .selectFrom('report_schedule_recipients as r')
    .innerJoin('portal_users as u', (join) =>
      join.onRef('u.organisation_id', '=', 'r.organisation_id').onRef('u.id', '=', 'r.user_id'),
    )
    .select(['u.id as Id', NAME.as('Name')])
    .where('r.schedule_id', '=', scheduleId)
    .orderBy(naturalOrder('u.last_name'))
    .orderBy('u.id')

/** Replaces the recipients of a schedule; refuses (400) a new one who is no possible recipient. */
export async function setRecipients(db: Db, tenant: Tenant, scheduleId: string, userIds: readonly string[]): Promise<void> {
  const before = new Set((await recipientsOf(db, scheduleId).execute()).map(({ Id }) => Id))
  const possible = new Set((await possibleRecipients(db, tenant).execute()).map(({ Id }) => Id))
  const ids = [...new Set(userIds)]
  if (ids.some((id) => !before.has(id) && !possible.has(id))) throw badInput(t('MsgScheduleRecipient'), 'RecipientIds')
  await db.deleteFrom('report_schedule_recipients').where('schedule_id', '=', scheduleId).execute()
  const rows = ids.map((user_id) => ({ organisation_id: tenant.organisationId, schedule_id: scheduleId, user_id }))
  await db.insertInto('report_schedule_recipients').values(rows).execute()
}
