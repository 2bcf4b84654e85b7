import { sql } from 'kysely'
import type { Database } from './db.ts'

/** What belongs to no tenant yet, by definer functions of the database (0001-structure.sql), and nothing else. */
export type OrganisationEntry = { id: string; name: string; system_name: string; is_active: boolean; is_super_admin: boolean }
const ENTRY = sql`id, name, system_name, is_active, is_super_admin`

/** The organisation of a system name (any case), or undefined: sign-in, reset and kiosk connect know no more than that name. */
export const organisationBySystemName = async (database: Database, systemName: string): Promise<OrganisationEntry | undefined> =>
  (await sql<OrganisationEntry>`select ${ENTRY} from door_organisation(${systemName})`.execute(database.untenanted)).rows[0]

/** Every organisation by name: the super administrator's selector and the jobs that go from tenant to tenant. */
export const allOrganisations = async (database: Database): Promise<OrganisationEntry[]> =>
  (await sql<OrganisationEntry>`select ${ENTRY} from door_organisations()`.execute(database.untenanted)).rows

/** Whose a locker bank is: a kiosk that connects, and its messages, name no more than the bank's id. */
export type LockerBankOwner = { organisation_id: string; property_id: string }

/** The owner of a locker bank, or undefined. `id` is a lower-case id. */
export const ownerOfLockerBank = async (database: Database, id: string): Promise<LockerBankOwner | undefined> =>
  (await sql<LockerBankOwner>`select organisation_id, property_id from door_locker_bank(${id})`.execute(database.untenanted))
    .rows[0]
