import { sql } from 'kysely'
import type { z } from 'zod'
import { LIVE_GROUP_IDS, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { matchingPackages, statusOfId } from '#features/packages/server/api.ts'
import { propertySettings } from '#features/properties/server/api.ts'
import { isAccessCode } from '#features/residents/rules.ts'
import { type CodeOwner, delegatesToday, ownerOfCode } from '#features/residents/server/api.ts'
import { wordsWithUnits } from '#platform/fold-text.ts'
import type { InputOf, ReplyOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { TenantTransactions } from '#platform/server/http/route.ts'
import { type Db, narrowedTo, type Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { labelText } from '#platform/server/postgres/text-search.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { Limit } from '#platform/server/security/limits.ts'
import { wordsOf } from '#platform/wire.ts'
import { type handOver, MAX_RECIPIENTS, type PROOF_SETTINGS, type WaitingRecipient } from '../contract.ts'
import { isReady } from '../rules.ts'

type Finding = TenantTransactions & {
  readonly caller: { readonly id: string }
  readonly tenant: Tenant
  readonly now: Date
  readonly keys: Keys
  /** Of wrong access codes: staff must not find a code by trying. */
  readonly codes: Limit
}
type Sought = InputOf<typeof handOver.find>

/** Whose packages wait in a property's mailrooms; 404 for a property that the caller does not see, 429 after many wrong codes. */
export async function find(
  { caller, tenant, now, keys, codes, inTenant }: Finding,
  sought: Sought,
): Promise<ReplyOf<typeof handOver.find>> {
  const { PropertyId, Text } = sought
  const mayBeCode = isAccessCode(Text)
  if (mayBeCode) await codes.spend(caller.id)
  const found = await inTenant(async ({ db }) => {
    const property = await existing(
      db.selectFrom('properties').select('time_zone').where('id', '=', PropertyId).where('deleted_at', 'is', null),
    )
    const owner = mayBeCode ? await ownerOfCode(db, keys, { propertyId: PropertyId, code: Text, now }) : undefined
    const waiting = owner
      ? { Recipients: await ofOwnerOrNumber(db, sought, owner, now), HasMore: false }
      : await byText(db, narrowedTo(PropertyId, tenant), sought, now)
    const { HandOverProof } = await propertySettings(db, PropertyId)
    return { Proof: HandOverProof as (typeof PROOF_SETTINGS)[number], TimezoneId: property.time_zone, ...waiting }
  })
  // A number of eight digits may also be that of a package.
  if (mayBeCode && found.Recipients.length > 0) await codes.refund(caller.id)
  return found
}

type Recipient = z.input<typeof WaitingRecipient>

/** Eight digits may be a code and the number of somebody else's package: then staff choose. */
async function ofOwnerOrNumber(db: Db, { PropertyId, Text }: Sought, owner: CodeOwner, now: Date): Promise<Recipient[]> {
  const numbered = await db
    .selectFrom('package_labels as l')
    .innerJoin('packages as p', (join) =>
      join.onRef('p.organisation_id', '=', 'l.organisation_id').onRef('p.id', '=', 'l.package_id'),
    )
    .select('p.recipient_key')
    .where('p.property_id', '=', PropertyId)
    .where('p.mailroom_id', 'is not', null)
    .where('p.status_group', '=', anyOf(LIVE_GROUP_IDS))
    .where((eb) =>
      eb.or([eb('p.package_number', '=', Text), eb.and([eb('l.tracking_key', '=', Text), eb('l.tracking_key', '<>', '')])]),
    )
    .distinct()
    .orderBy('p.recipient_key')
    .limit(MAX_RECIPIENTS)
    .execute()
  const keys = numbered.map((row) => row.recipient_key).filter((key) => key !== owner.id)
  const others = keys.length > 0 ? await withPackages(db, PropertyId, keys, now) : []
  return [...(await ofOwner(db, PropertyId, owner, now)), ...others]
}

async function ofOwner(db: Db, propertyId: string, owner: CodeOwner, now: Date): Promise<Recipient[]> {
  const found = await withPackages(db, propertyId, [owner.id], now)
  const none = {
    ResidentId: owner.id,
    Name: owner.name,
    UnitNumber: owner.unitNumber,
    BuildingName: '',
    Delegates: [],
    DelegateId: null,
    Packages: [],
  }
  return (found.length > 0 ? found : [none]).map((one) => ({
    ...one,
    FoundBy: 'code' as const,
    DelegateId: owner.delegate?.id ?? null,
  }))
}

/** The recipients of the packages with these words in their name, unit, package or tracking number: first those of the unit, by name. */
async function byText(db: Db, tenant: Tenant, { PropertyId, Text }: Sought, now: Date) {
  const withText = (Q: string) =>
    matchingPackages(db, tenant, { PropertyId, Q, StatusGroupIds: LIVE_GROUP_IDS }).where('p.mailroom_id', 'is not', null)
  const rows = await withText(await labelText(db, Text, (text) => withText(text).select('p.id')))
    .select('p.recipient_key')
    .groupBy('p.recipient_key')
    .orderBy(sql`bool_or(lower(p.unit_number) = ${anyOf(wordsOf(Text.toLowerCase()))}) desc`)
    .orderBy(sql`bool_or(unit_key(p.unit_number) = ${anyOf(wordsWithUnits(Text))}) desc`)
    .orderBy(sql`min(${NAME})`)
    .orderBy('p.recipient_key')
    .limit(MAX_RECIPIENTS + 1)
    .execute()
  const keys = rows.slice(0, MAX_RECIPIENTS).map((row) => row.recipient_key)
  return { Recipients: await withPackages(db, PropertyId, keys, now), HasMore: rows.length > MAX_RECIPIENTS }
}

const NAME = naturalOrder('p.recipient_name')

/** Recipients in the order of their keys (0007-packages.sql), with all their packages in the property's mailrooms, the oldest first. */
async function withPackages(db: Db, propertyId: string, keys: readonly string[], now: Date): Promise<Recipient[]> {
  const rows = await db
    .selectFrom('packages as p')
    .innerJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
    .innerJoin('buildings as u', 'u.id', 'p.building_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .select(['p.id', 'p.recipient_key', 'p.resident_id', 'p.recipient_name', 'p.unit_number', 'u.name as building_name'])
    .select(['p.package_number', 'p.tracking_number', 'p.status_id', 'p.status_group', 'p.drop_off_time'])
    .select(['m.name as mailroom_name', 'c.name as courier_name'])
    .where('p.property_id', '=', propertyId)
    .where('p.recipient_key', '=', anyOf(keys))
    .where('p.status_group', '=', anyOf(LIVE_GROUP_IDS))
    .orderBy('p.drop_off_time')
    .orderBy('p.id')
    .execute()
  const residentIds = [...new Set(rows.flatMap((row) => row.resident_id ?? []))]
  const delegates = residentIds.length > 0 ? await delegatesToday(db, residentIds, now) : []
  const ofKey = Map.groupBy(rows, (row) => row.recipient_key)
  return keys.flatMap((key) => {
    const packages = ofKey.get(key)
    if (!packages) return []
    const [first] = packages as [(typeof rows)[number]]
    return {
      ResidentId: first.resident_id,
      Name: first.recipient_name,
      UnitNumber: first.unit_number,
      BuildingName: first.building_name,
      Delegates: delegates.filter((one) => one.resident_id === first.resident_id).map(({ id, name }) => ({ Id: id, Name: name })),
      FoundBy: 'text' as const,
      DelegateId: null,
      Packages: packages.map((row) => ({
        PackageId: row.id,
        PackageNumber: row.package_number,
        TrackingNumber: row.tracking_number,
        Status: statusOfId(row.status_id),
        StatusId: row.status_id,
        StatusGroupId: row.status_group,
        MailRoomName: row.mailroom_name,
        DropOffTime: row.drop_off_time,
        CourierName: row.courier_name,
        IsReady: isReady(statusById(row.status_id) as StatusName),
      })),
    }
  })
}
