import type { z } from 'zod'
import { activeBuilding } from '#features/buildings/server/api.ts'
import { livePackagesOf } from '#features/packages/server/api.ts'
import { localDay } from '#platform/date-format.ts'
import type { Language } from '#platform/language.ts'
import { existing, versionOf } from '#platform/server/entities.ts'
import { changedElsewhere, conflict, refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { Resident, ResidentChange, ResidentDraft, ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'
import { hasMovedOut, residentStatus, whyNotHold, whyNotMove } from '../rules.ts'
import { type KeptCode, keptCode, lockCodes, readCode, refuseTaken } from './access-code.ts'
import { extendForHold } from './hold.ts'
import { newAuditKey, sealValues } from './personal-data/audit-values.ts'

/** Residents that are not deleted. */
export const visibleResidents = (db: Db) => db.selectFrom('residents as r').where('r.deleted_at', 'is', null)

/** Not `r.*`: its prepared plan fails once a migration adds a column while the program runs. */
export const RESIDENT_COLUMNS = [
  'r.id',
  'r.organisation_id',
  'r.property_id',
  'r.building_id',
  'r.unit_number',
  'r.first_name',
  'r.last_name',
  'r.email',
  'r.mobile_phone',
  'r.phone1',
  'r.phone2',
  'r.address',
  'r.language',
  'r.occupancy_status',
  'r.is_active',
  'r.is_out_of_town',
  'r.hold_from',
  'r.hold_until',
  'r.is_disabled',
  'r.has_opted_out',
  'r.is_email_notification_enabled',
  'r.is_sms_notification_enabled',
  'r.access_code_encrypted',
  'r.audit_key',
] as const

/** A resident's row, locked for update; 404 when the tenant does not see it. */
export const lockedResident = (db: Db, id: string) =>
  existing(visibleResidents(db).select(RESIDENT_COLUMNS).where('r.id', '=', id).forUpdate())
export type LockedResident = Awaited<ReturnType<typeof lockedResident>>

/** The columns of a version; not the audit key, which is also created outside the form. */
const COMPARED = RESIDENT_COLUMNS.map((name) => name.slice('r.'.length) as keyof LockedResident).filter(
  (name) => name !== 'audit_key',
)
/** A resident's version, which every change alters, including those of the access code. */
const versionOfRow = (row: LockedResident): string => versionOf(COMPARED.map((name) => row[name]))

const readRow = (db: Db, id: string) =>
  existing(
    visibleResidents(db)
      .innerJoin('properties as p', 'p.id', 'r.property_id')
      .innerJoin('buildings as b', 'b.id', 'r.building_id')
      .select(RESIDENT_COLUMNS)
      .select(['p.name as property', 'p.time_zone', 'b.name as building'])
      .where('r.id', '=', id),
  )

const infoOf = (row: Awaited<ReturnType<typeof readRow>>): z.input<typeof ResidentInfo> => ({
  Id: row.id,
  UserId: row.id,
  OrganisationId: row.organisation_id,
  PropertyId: row.property_id,
  PropertyName: row.property,
  PropertyTimezoneId: row.time_zone,
  BuildingId: row.building_id,
  BuildingName: row.building,
  UnitNumber: row.unit_number,
  FirstName: row.first_name,
  LastName: row.last_name,
  EmailId: row.email,
  MobilePhone: row.mobile_phone,
  Phone1: row.phone1,
  Phone2: row.phone2,
  Address: row.address,
  IsActive: row.is_active,
  OccupancyStatus: row.occupancy_status,
  IsOutofTown: row.is_out_of_town,
  IsDisabled: row.is_disabled,
  HasOptedOut: row.has_opted_out,
  Status: residentStatus({ isActive: row.is_active, occupancyStatus: row.occupancy_status }),
  HoldFrom: row.hold_from,
  HoldUntil: row.hold_until,
  IsEmailNotificationEnabled: row.is_email_notification_enabled,
  IsSmsNotificationEnabled: row.is_sms_notification_enabled,
  Language: row.language as '' | Language,
  HasLockerAccessCode: row.access_code_encrypted !== null,
})

/** A resident without the access code, and the version. */
export async function readResidentInfo(db: Db, id: string) {
  const row = await readRow(db, id)
  return { ...infoOf(row), Version: versionOfRow(row) }
}

/** A resident with the access code ('' for none) and the version. */
export async function readResident(db: Db, keys: Keys, id: string): Promise<z.input<typeof Resident>> {
  const row = await readRow(db, id)
  return { ...infoOf(row), LockerAccessCode: readCode(keys, id, row.access_code_encrypted), Version: versionOfRow(row) }
}

/** The present version of a resident. */
export const readVersion = async (db: Db, id: string): Promise<string> => versionOfRow(await readRow(db, id))

/** What writing a resident needs in addition to the transaction. */
export type Writing = Pick<TransactionContext, 'audit' | 'tenant'> & {
  readonly keys: Keys
  readonly now: Date
  /** The user in histories. */
  readonly actor: { readonly id: string | null; readonly name: string }
}

/**
 * Creates a resident from a validated draft. 409 for an id that exists; 422 for a building outside the property, a day of return
 * in the past and a code that is in use.
 */
export async function createResident(db: Db, writing: Writing, id: string, draft: ResidentDraft): Promise<void> {
  const { keys, tenant, audit } = writing
  const columns = await columnsOf(db, writing, draft, null)
  const code = await codeOf(db, keys, id, columns.is_active, draft, null)
  const audit_key = newAuditKey(keys, id)
  const inserted = await db
    .insertInto('residents')
    .values({ organisation_id: tenant.organisationId, id, ...columns, ...code, audit_key })
    .onConflict((c) => c.columns(['organisation_id', 'id']).doNothing())
    .executeTakeFirst()
  if (!inserted.numInsertedOrUpdatedRows) throw conflict(t('MsgResidentExists'))
  await audit('resident created', id, { values: sealValues(keys, id, audit_key, { after: personal(columns) }) })
}

/**
 * Changes a resident to a validated draft. Refuses like `createResident`, and moving to another property while packages wait; 409
 * when the draft has an outdated version and would change something, so that a save whose reply was lost may be repeated.
 */
export async function updateResident(db: Db, writing: Writing, id: string, draft: ResidentChange): Promise<void> {
  const { keys, audit, now, actor } = writing
  const before = await lockedResident(db, id)
  const moves = before.property_id !== draft.PropertyId
  refuseIf(moves ? whyNotMove({ livePackages: await livePackagesOf(db, id) }) : null, 'PropertyId')
  const columns = await columnsOf(db, writing, draft, before)
  const code = await codeOf(db, keys, id, columns.is_active, draft, before)
  const changed = (Object.keys(columns) as (keyof typeof columns)[]).filter((name) => columns[name] !== before[name])
  const isCodeChanged = 'access_code_hash' in code
  const isStale = Boolean(draft.Version) && draft.Version !== versionOfRow(before)
  if (isStale && (changed.length > 0 || isCodeChanged)) throw changedElsewhere()
  const audit_key = before.audit_key ?? newAuditKey(keys, id)
  await db
    .updateTable('residents')
    .set({ ...columns, ...code, audit_key })
    .where('id', '=', id)
    .execute()
  // Delegates' codes belong to the property, and to active residents only.
  if (moves || !columns.is_active) await db.deleteFrom('resident_delegates').where('resident_id', '=', id).execute()
  const hold = columns.hold_from && columns.hold_until ? { from: columns.hold_from, until: columns.hold_until } : null
  if (hold && isOtherHold(before, columns)) await extendForHold(db, { residentId: id, hold, actor, at: now })
  await audit('resident changed', id, {
    changed,
    isCodeChanged,
    values: sealValues(keys, id, audit_key, { before: personal(before, changed), after: personal(columns, changed) }),
  })
}

const PERSONAL = ['first_name', 'last_name', 'email', 'mobile_phone', 'phone1', 'phone2', 'address', 'unit_number'] as const
type Personal = Readonly<Record<(typeof PERSONAL)[number], string>>
const personal = (row: Personal, only: readonly string[] = PERSONAL) =>
  Object.fromEntries(PERSONAL.filter((name) => only.includes(name)).map((name) => [name, row[name]]))

type HoldState = { readonly hold_from: string | null; readonly hold_until: string | null }
const isOtherHold = (one: HoldState | null, other: HoldState) =>
  one?.hold_from !== other.hold_from || one?.hold_until !== other.hold_until

async function columnsOf(db: Db, { now }: Writing, draft: ResidentDraft, before: LockedResident | null) {
  const today = localDay(now, await timeZoneOf(db, draft))
  const days = draft.IsOutofTown && draft.HoldFrom && draft.HoldUntil ? { from: draft.HoldFrom, until: draft.HoldUntil } : null
  const hold = { hold_from: days?.from ?? null, hold_until: days?.until ?? null }
  if (days && isOtherHold(before, hold)) refuseIf(whyNotHold(days, today), 'HoldUntil')
  return {
    property_id: draft.PropertyId,
    building_id: draft.BuildingId,
    unit_number: draft.UnitNumber,
    first_name: draft.FirstName,
    last_name: draft.LastName,
    email: draft.EmailId,
    mobile_phone: draft.MobilePhone,
    phone1: draft.Phone1,
    phone2: draft.Phone2,
    address: draft.Address,
    occupancy_status: draft.OccupancyStatus,
    is_active: draft.IsActive && !hasMovedOut(draft.OccupancyStatus),
    is_out_of_town: draft.IsOutofTown,
    ...hold,
    is_disabled: draft.IsDisabled,
    has_opted_out: draft.HasOptedOut,
    is_email_notification_enabled: draft.IsEmailNotificationEnabled,
    is_sms_notification_enabled: draft.IsSmsNotificationEnabled,
    language: draft.Language ?? before?.language ?? '',
  }
}

/** The time zone of the property; missing and foreign buildings are refused with the same text. */
async function timeZoneOf(db: Db, place: ResidentDraft): Promise<string> {
  const row = await activeBuilding(db, place)
  refuseIf(row ? null : t('MsgNoSuchBuilding'), 'BuildingId')
  return row!.time_zone
}

const NO_CODE = { access_code_encrypted: null, access_code_hash: null }

/** The access code's columns where it changes: another code, or none. */
async function codeOf(
  db: Db,
  keys: Keys,
  id: string,
  isActive: boolean,
  draft: ResidentDraft,
  before: LockedResident | null,
): Promise<KeptCode | typeof NO_CODE | Record<string, never>> {
  const own = before ? readCode(keys, id, before.access_code_encrypted) : ''
  const newCode = hasMovedOut(draft.OccupancyStatus) && !isActive ? '' : (draft.LockerAccessCode ?? own)
  const isSame = newCode === own && before?.property_id === draft.PropertyId
  if (isSame) return {}
  if (newCode === '') return NO_CODE
  const code = keptCode(keys, id, newCode)
  await lockCodes(db, draft.PropertyId)
  await refuseTaken(db, draft.PropertyId, code, id)
  return code
}
