import { activeBuilding } from '#features/buildings/server/api.ts'
import { statusOf } from '#features/kiosks/rules.ts'
import { PUBLISHED_THEME_VERSION } from '#features/themes/server/api.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing, versionOf } from '#platform/server/entities.ts'
import { conflict, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { API_TOKEN_MASK, type LockerBank, type lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'

type Draft = InputOf<typeof lockerBanks.create>
type Key = { readonly organisation_id: string; readonly id: string }

/** The locker banks that are not deleted. */
export const visibleBanks = (db: Db) => db.selectFrom('locker_banks as b').where('b.deleted_at', 'is', null)

/** A list instead of `b.*`, whose prepared plan would fail after a migration that adds a column. */
const COLUMNS = [
  'b.id',
  'b.organisation_id',
  'b.property_id',
  'b.building_id',
  'b.mailroom_id',
  'b.name',
  'b.code',
  'b.description',
  'b.address',
  'b.is_active',
  'b.relay_end_point_name',
  'b.beacon_major',
  'b.beacon_minor',
  'b.is_online',
  'b.last_heart_beat',
  'b.heartbeat_seconds',
  'b.app_version',
  'b.config_version',
  'b.theme_version',
  'b.created_at',
] as const

/** The bank's row, locked against concurrent changes; 404 for one that is missing, foreign or deleted. */
export const lockedBank = (db: Db, id: string) => existing(visibleBanks(db).select(COLUMNS).where('b.id', '=', id).forUpdate())

/** A locker bank as its form shows it. */
export async function readLockerBank(db: Db, id: string, now: Date): Promise<LockerBank> {
  const bank = await existing(
    visibleBanks(db)
      .innerJoin('organisations as o', 'o.id', 'b.organisation_id')
      .innerJoin('properties as p', 'p.id', 'b.property_id')
      .innerJoin('buildings as h', 'h.id', 'b.building_id')
      .leftJoin('mailrooms as m', 'm.id', 'b.mailroom_id')
      .leftJoin('api_keys as k', 'k.locker_bank_id', 'b.id')
      .leftJoin('kiosk_configs as g', 'g.locker_bank_id', 'b.id')
      .leftJoin('themes as t', 't.property_id', 'b.property_id')
      .select(COLUMNS)
      .select([PUBLISHED_THEME_VERSION.as('published_theme'), 't.version as saved_theme'])
      .select([
        'o.system_name',
        'm.name as mailroom',
        'p.name as property',
        'h.name as building',
        'k.id as key_id',
        'g.version as published_version',
        'p.time_zone',
      ])
      .select((eb) => {
        const lockers = eb
          .selectFrom('lockers as l')
          .whereRef('l.locker_bank_id', '=', 'b.id')
          .where('l.locker_type', '=', 'locker')
        const count = eb.fn.countAll<number>().as('count')
        return [
          lockers.select(count).as('lockers'),
          lockers.where('l.device_serial', 'is not', null).select(count).as('mapped_lockers'),
        ]
      })
      .where('b.id', '=', id),
  )
  const form = {
    Name: bank.name,
    Description: bank.description,
    Address: bank.address,
    IsActive: bank.is_active,
    RelayEndPointName: bank.relay_end_point_name,
    LockerBankCode: bank.code,
    PropertyId: bank.property_id,
    BuildingId: bank.building_id,
    MailRoomId: bank.mailroom_id,
    BeaconDeviceMajor: bank.beacon_major,
    BeaconDeviceMinor: bank.beacon_minor,
  }
  return {
    ...form,
    Id: bank.id,
    Version: versionOf(form),
    PropertyName: bank.property,
    PropertyTimezoneId: bank.time_zone,
    BuildingName: bank.building,
    MailRoomName: bank.mailroom,
    OrganisationId: bank.organisation_id,
    OrgSystemName: bank.system_name,
    ApikeyId: bank.key_id,
    ApiToken: bank.key_id ? API_TOKEN_MASK : '',
    Status: statusOf(bank, now),
    AppVersion: bank.app_version,
    ConfigVersion: bank.config_version,
    PublishedVersion: bank.published_version ?? 0,
    ThemeVersion: bank.theme_version,
    PublishedThemeVersion: bank.published_theme ?? 0,
    SavedThemeVersion: bank.saved_theme ?? 0,
    Lockers: Number(bank.lockers),
    MappedLockers: Number(bank.mapped_lockers),
    CreatedDate: bank.created_at,
    LastHeartBeat: bank.last_heart_beat,
  }
}

/** Inserts the bank; 409 when the id or the code is taken. */
export async function insertLockerBank(db: Db, key: Key, draft: Draft): Promise<void> {
  const values = { ...key, code: draft.LockerBankCode, ...(await columnsOf(db, draft, null)) }
  const inserted = await db
    .insertInto('locker_banks')
    .values(values)
    .onConflict((c) => c.columns(['organisation_id', 'id']).doNothing())
    .executeTakeFirst()
    .catch(codeTaken)
  if (!inserted.numInsertedOrUpdatedRows) throw conflict(t('MsgLockerBankExists'))
}

/** Changes a locked bank, all but its code. */
export async function updateLockerBank(db: Db, before: { id: string; mailroom_id: string | null }, draft: Draft): Promise<void> {
  await db
    .updateTable('locker_banks')
    .set(await columnsOf(db, draft, before.mailroom_id))
    .where('id', '=', before.id)
    .execute()
    .catch(staysInProperty)
}

async function columnsOf(db: Db, draft: Draft, mailroomBefore: string | null) {
  return {
    ...(await placeOf(db, draft, mailroomBefore)),
    name: draft.Name,
    description: draft.Description,
    address: draft.Address,
    is_active: draft.IsActive,
    relay_end_point_name: draft.RelayEndPointName,
    beacon_major: draft.BeaconDeviceMajor,
    beacon_minor: draft.BeaconDeviceMinor,
  }
}

/**
 * The building with its property, and the mailroom of that building. A foreign one is refused like a missing one; an inactive
 * mailroom only when it is newly chosen.
 */
async function placeOf(db: Db, { BuildingId, PropertyId, MailRoomId }: Draft, mailroomBefore: string | null) {
  const building = await activeBuilding(db, { BuildingId })
  const fits = building && (!PropertyId || PropertyId === building.property_id)
  refuseIf(fits ? null : t('MsgLockerBankNoSuchBuilding'), 'BuildingId')
  const mailroom =
    MailRoomId &&
    (await db
      .selectFrom('mailrooms')
      .select('is_active')
      .where('id', '=', MailRoomId)
      .where('building_id', '=', BuildingId)
      .where('deleted_at', 'is', null)
      // It is not deleted meanwhile.
      .forKeyShare()
      .executeTakeFirst())
  const isAllowed = !MailRoomId || (mailroom && (mailroom.is_active || MailRoomId === mailroomBefore))
  refuseIf(isAllowed ? null : t('MsgLockerBankNoSuchMailroom'), 'MailRoomId')
  return { property_id: building!.property_id, building_id: BuildingId, mailroom_id: MailRoomId ?? null }
}

type Violation = { code?: unknown; constraint?: unknown; table?: unknown }

function codeTaken(error: Violation): never {
  if (error.constraint === 'locker_banks_code') throw conflict(t('MsgLockerBankCodeTaken'), 'LockerBankCode')
  throw error
}

const FOREIGN_KEY = '23503'
/** The rows of a bank (key, lockers, packages, events) contain its property, so their foreign keys prevent a move. */
function staysInProperty(error: Violation): never {
  if (error.code === FOREIGN_KEY && error.table !== 'locker_banks') refuseIf(t('MsgLockerBankStaysInProperty'), 'BuildingId')
  throw error
}
