import type { Purpose } from '#features/kiosks/protocol.ts'
import { publishedSettings } from '#features/kiosks/server/api.ts'
import { mayAtKiosk } from '#features/package-statuses/duties.ts'
import { reserveLocker } from '#features/packages/server/api.ts'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Reservation } from '../contract.ts'
import { t } from '../messages.ts'
import type { ResidentAtTerminal } from './access-codes.ts'
import { packageToLoad } from './packages.ts'
import type { Person } from './sign-in.ts'

type Drop = {
  readonly purpose: Purpose
  readonly reservationId: string
  readonly packageId: string
  readonly residentId: string | null
  readonly name: string
  readonly unitNumber: string
  readonly size: number
  readonly isDisabled: boolean
}

async function reserve(db: Db, caller: Caller, now: Date, drop: Drop): Promise<Reservation> {
  const { ReserveAccessibleLockers: keepsAccessible } = await publishedSettings(db, caller.id)
  const requirement = {
    size: drop.size,
    isOutbound: drop.purpose === 'dry-cleaning',
    needsAccessible: drop.isDisabled,
    keepsAccessible,
  }
  const locker = await reserveLocker(db, { lockerBankId: caller.id, reservationId: drop.reservationId, requirement, now })
  if (!locker) throw new Refusal(422, t('MsgNoFreeLocker'))
  return {
    ReservationId: drop.reservationId,
    PackageId: drop.packageId,
    Purpose: drop.purpose,
    LockerId: locker.lockerId,
    LockerName: locker.lockerName,
    SerialNumber: locker.serialNumber,
    ResidentId: drop.residentId,
    RecipientName: drop.name,
    UnitNumber: drop.unitNumber,
    Until: locker.until,
  }
}

type Ids = { readonly ReservationId: string; readonly PackageId: string }

/** Reserves a locker for an agent's delivery to an active resident of the property. */
export async function reserveDelivery(
  db: Db,
  caller: Caller,
  now: Date,
  person: Person,
  input: Ids & { readonly ResidentId: string; readonly Size: number },
): Promise<Reservation> {
  refuseIf(person.kind === 'agent' && mayAtKiosk(person.roleId, 'deliver') ? null : t('MsgNotForThisRole'))
  const resident = await existing(
    db
      .selectFrom('residents')
      .select(['full_name', 'unit_number', 'is_disabled'])
      .where('id', '=', input.ResidentId)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null),
  )
  return reserve(db, caller, now, {
    purpose: 'delivery',
    reservationId: input.ReservationId,
    packageId: input.PackageId,
    residentId: input.ResidentId,
    name: resident.full_name,
    unitNumber: resident.unit_number,
    size: input.Size,
    isDisabled: resident.is_disabled,
  })
}

/** Reserves a locker for a package that staff bring from the mailroom. */
export async function reserveLoading(
  db: Db,
  caller: Caller,
  now: Date,
  person: Person,
  input: { readonly ReservationId: string; readonly PackageNumber: string; readonly Size: number },
): Promise<Reservation> {
  refuseIf(person.kind === 'staff' ? null : t('MsgNotForThisRole'))
  const pkg = orNotFound(await packageToLoad(db, input.PackageNumber))
  const resident =
    pkg.residentId && (await db.selectFrom('residents').select('is_disabled').where('id', '=', pkg.residentId).executeTakeFirst())
  return reserve(db, caller, now, {
    purpose: 'load',
    reservationId: input.ReservationId,
    packageId: pkg.packageId,
    residentId: pkg.residentId,
    name: pkg.recipientName,
    unitNumber: pkg.unitNumber,
    size: input.Size,
    isDisabled: resident ? resident.is_disabled : false,
  })
}

/** Reserves a locker for a resident's dry cleaning. */
export const reserveDryCleaning = (
  db: Db,
  caller: Caller,
  now: Date,
  resident: ResidentAtTerminal,
  input: Ids & { readonly Size: number },
): Promise<Reservation> =>
  reserve(db, caller, now, {
    purpose: 'dry-cleaning',
    reservationId: input.ReservationId,
    packageId: input.PackageId,
    residentId: resident.id,
    name: resident.name,
    unitNumber: resident.unitNumber,
    size: input.Size,
    isDisabled: resident.isDisabled,
  })
