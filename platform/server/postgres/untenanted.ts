import { sql } from 'kysely'
import { type Database, type Db, type Tenant, wholeOrganisation } from './db.ts'

// Queries before the tenant is known, through security-definer functions (0001-organisations.sql and 0005-lockers.sql).

type OrganisationEntry = { id: string; name: string; system_name: string; is_active: boolean; is_super_admin: boolean }
const ENTRY = sql`id, name, system_name, is_active, is_super_admin`

/** The organisation of a system name in any case, or undefined: for sign-in, password reset and kiosk connect. */
export const organisationBySystemName = async (database: Database, systemName: string): Promise<OrganisationEntry | undefined> =>
  (await sql<OrganisationEntry>`select ${ENTRY} from find_organisation(${systemName})`.execute(database.untenanted)).rows[0]

/** All organisations by name: for the super administrator's selector and jobs of all tenants. */
export const allOrganisations = async (database: Database): Promise<OrganisationEntry[]> =>
  (await sql<OrganisationEntry>`select ${ENTRY} from all_organisations()`.execute(database.untenanted)).rows

/** The organisation that operates the installation and has the forms of the public site; null before there is one. */
export async function operator(database: Database): Promise<Tenant | null> {
  const { rows } = await sql<{ id: string | null }>`select operator_organisation() as id`.execute(database.untenanted)
  return rows[0]?.id ? wholeOrganisation(rows[0].id) : null
}

/**
 * Shows every organisation, not only the tenant's, to the rest of a read-only transaction: for the super administrator's list, which
 * is searched and sorted by page.
 */
export const showAllOrganisations = (db: Db) => sql`select set_config('app.untenanted', 'organisations', true)`.execute(db)

/** The organisation and property of a locker bank: kiosks identify themselves only by the bank's id. */
type LockerBankOwner = { organisation_id: string; property_id: string }

/** The owner of a locker bank, or undefined. `id` is lower-case. */
export const ownerOfLockerBank = async (database: Database, id: string): Promise<LockerBankOwner | undefined> =>
  (await sql<LockerBankOwner>`select organisation_id, property_id from locker_bank_owner(${id})`.execute(database.untenanted))
    .rows[0]

/** The ids of the organisations that have notices to send or reminders to look at. */
export const organisationsWithNotices = async (database: Database, now: Date): Promise<string[]> =>
  (await sql<{ id: string }>`select organisations_with_notices(${now}) as id`.execute(database.untenanted)).rows.map(
    ({ id }) => id,
  )
