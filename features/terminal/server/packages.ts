import { placeNow, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { type Channel, channelOfAgent, transitionsFrom } from '#features/package-statuses/transitions.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { PackageInLocker } from '../contract.ts'

/** An agent at a terminal. */
export type Agent = { readonly id: string; readonly roleId: number; readonly courierId: string | null }

/** Packages in a bank's lockers that their resident may collect. */
export async function packagesToCollect(db: Db, lockerBankId: string, residentId: string): Promise<PackageInLocker[]> {
  const rows = await inLockers(db, lockerBankId).where('p.resident_id', '=', residentId).execute()
  return rows.filter((row) => may(row, 'kiosk-resident', 'ActionCollect')).map(shown)
}

/** Packages in a bank's lockers that an agent may recover: those of the agent's courier, or without one. */
export async function packagesToRecover(db: Db, lockerBankId: string, agent: Agent): Promise<PackageInLocker[]> {
  const channel = channelOfAgent(agent.roleId)
  if (!channel) return []
  const rows = await inLockers(db, lockerBankId)
    .where((eb) => eb.or([eb('p.courier_id', 'is', null), eb('p.courier_id', '=', agent.courierId)]))
    .execute()
  return rows.filter((row) => may(row, channel, 'ActionRecover') || may(row, channel, 'ActionServiceRecover')).map(shown)
}

/** Packages in a bank's lockers that wait for confirmation by the agent who dropped them off. */
export async function packagesToConfirm(db: Db, lockerBankId: string, agent: Agent): Promise<PackageInLocker[]> {
  const channel = channelOfAgent(agent.roleId)
  if (!channel) return []
  const rows = await inLockers(db, lockerBankId).where('p.agent_id', '=', agent.id).execute()
  return rows.filter((row) => may(row, channel, 'ActionConfirmDropOff')).map(shown)
}

/** The package of the tenant's mailrooms that staff may load into a locker, by its number in any case; undefined when there is none. */
export async function packageToLoad(db: Db, packageNumber: string) {
  const row = await db
    .selectFrom('packages')
    .select(['id', 'status_id', 'locker_id', 'resident_id', 'recipient_name', 'unit_number'])
    .where('package_number', '=', anyOf([packageNumber, packageNumber.toUpperCase()]))
    .executeTakeFirst()
  return row && may(row, 'kiosk-staff', 'ActionLoadIntoLocker')
    ? { packageId: row.id, residentId: row.resident_id, recipientName: row.recipient_name, unitNumber: row.unit_number }
    : undefined
}

const inLockers = (db: Db, lockerBankId: string) =>
  db
    .selectFrom('packages as p')
    .innerJoin('lockers as l', 'l.id', 'p.locker_id')
    .select(['p.id', 'p.status_id', 'p.locker_id', 'p.recipient_name', 'p.unit_number', 'p.drop_off_time', 'p.expiry_time'])
    .select(['l.name as locker_name', 'l.device_serial'])
    .where('l.locker_bank_id', '=', lockerBankId)
    .orderBy('p.drop_off_time')
    .orderBy('p.id')
type Row = Awaited<ReturnType<ReturnType<typeof inLockers>['executeTakeFirstOrThrow']>>

function may(row: Pick<Row, 'status_id' | 'locker_id'>, channel: Channel, action: string): boolean {
  const status = statusById(row.status_id) as StatusName
  return transitionsFrom({ status, place: placeNow(status, row.locker_id !== null) }, channel).some(
    (line) => line.action === action,
  )
}

const shown = (row: Row): PackageInLocker => ({
  PackageId: row.id,
  LockerId: row.locker_id as string,
  LockerName: row.locker_name,
  SerialNumber: row.device_serial ?? '',
  StatusId: row.status_id,
  RecipientName: row.recipient_name,
  UnitNumber: row.unit_number,
  DropOffTime: row.drop_off_time,
  ExpiryTime: row.expiry_time,
})
