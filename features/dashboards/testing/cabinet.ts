import { inOrganisation, type OrganisationFixtures } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { LOCKER_SIZES } from '#features/layout/model.ts'
import { groupIdOf, STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { keyedHash, newSecret, seal } from '#platform/server/security/keys.ts'

type Door = {
  readonly size?: keyof typeof LOCKER_SIZES
  readonly condition?: 'dirty' | 'flagged' | 'disabled'
  readonly isMapped?: boolean
  readonly mode?: number
  readonly type?: 'terminal'
  /** Statuses of the packages in it. */
  readonly holds?: readonly StatusName[]
}
export type Cabinet = {
  readonly lockerBankId: string
  /** Ids of the lockers by their names. */
  readonly lockers: Readonly<Record<string, string>>
  /** Ids of the packages by the name of their locker. */
  readonly packagesIn: Readonly<Record<string, readonly string[]>>
  /** The secret of its kiosk's API key. */
  readonly secret: string
}

/** Adds a locker bank to a property of the fixtures, with one column of these doors by name. */
export async function makeCabinet(
  server: TestServer,
  organisation: OrganisationFixtures,
  at: number,
  doors: Readonly<Record<string, Door>>,
  { name = `Bank ${at + 1}`, withMailroom = true } = {},
): Promise<Cabinet> {
  const { id: property_id, buildingId: building_id, mailroomId } = organisation.properties[at]!
  const owned = { organisation_id: organisation.organisationId, property_id }
  const locker_bank_id = newId()
  const column_id = newId()
  const lockers: Record<string, string> = {}
  const packagesIn: Record<string, string[]> = {}
  const keyId = newId()
  const secret = newSecret()
  await inOrganisation(server, organisation.organisationId, async (db) => {
    await db
      .insertInto('locker_banks')
      .values({
        ...owned,
        id: locker_bank_id,
        building_id,
        mailroom_id: withMailroom ? mailroomId : null,
        name,
        code: newId(),
        address: 'Lobby',
      })
      .execute()
    await db
      .insertInto('api_keys')
      .values({
        ...owned,
        id: keyId,
        locker_bank_id,
        secret_hash: keyedHash(server.keys.secrets, secret),
        secret_encrypted: seal(server.keys.secrets, secret, keyId),
      })
      .execute()
    await db
      .insertInto('locker_columns')
      .values({ ...owned, id: column_id, locker_bank_id, position: 0, name: 'Column1' })
      .execute()
    for (const [position, [door, of]] of Object.entries(doors).entries()) {
      const id = newId()
      lockers[door] = id
      await db
        .insertInto('lockers')
        .values({
          ...owned,
          id,
          locker_bank_id,
          column_id,
          position,
          name: door,
          size: LOCKER_SIZES[of.size ?? 'small'].value,
          locker_type: of.type ?? 'locker',
          locker_mode: of.mode ?? 0,
          condition: of.condition ?? 'good',
          device_serial: of.isMapped === false || of.type ? null : `SN-${door}`,
        })
        .execute()
      packagesIn[door] = []
      for (const status of of.holds ?? [])
        packagesIn[door].push(await putPackage(db, { ...owned, building_id, locker_bank_id, locker_id: id }, status))
    }
  })
  return { lockerBankId: locker_bank_id, lockers, packagesIn, secret }
}

type At = {
  organisation_id: string
  property_id: string
  building_id: string
  locker_bank_id?: string
  locker_id?: string
  mailroom_id?: string
}

/** Adds a package with this status at a place and returns its id. */
export async function putPackage(db: Db, at: At, status: StatusName): Promise<string> {
  const id = newId()
  const now = new Date()
  await db
    .insertInto('packages')
    .values({
      ...at,
      id,
      package_number: id,
      tracking_number: `TN-${id.slice(-12)}`,
      recipient_name: 'Ada Resident',
      unit_number: '4B',
      status_id: STATUSES[status].id,
      status_group: groupIdOf(status),
      drop_off_time: now,
      expiry_time: new Date(now.getTime() + 86_400_000),
      last_transaction_at: now,
    })
    .execute()
  return id
}
