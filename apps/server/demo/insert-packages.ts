import { groupIdOf, STATUSES } from '#features/packages/statuses.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { demoId } from './ids.ts'
import { insertRows } from './insert.ts'
import type { Life } from './lives.ts'
import type { DemoOrganisation } from './organisations.ts'
import { random } from './random.ts'

/** Numbers on the labels of the house, counted up as packages came in. */
const FIRST_NUMBER = 100_001
/** More changes than any package has. */
const CHANGES = 16

/** Puts packages with their histories into the database; the kept numbers follow by themselves. */
export async function insertPackages(db: Db, organisation: DemoOrganisation, lives: readonly Life[]): Promise<void> {
  const { id: organisation_id, systemName } = organisation
  const numbers = new Map(
    [...lives].sort((a, b) => a.changes[0]!.at - b.changes[0]!.at).map((life, i) => [life, FIRST_NUMBER + i]),
  )
  const idOf = (n: number) => demoId(`package of ${systemName}`, n)
  await insertRows(
    db,
    'packages',
    lives.map((life, n) => ({
      organisation_id,
      id: idOf(n),
      property_id: life.property.id,
      building_id: life.building.id,
      resident_id: life.recipient.id,
      courier_id: life.courier?.id ?? null,
      agent_id: life.agent?.id ?? null,
      locker_bank_id: life.end.lockerBankId,
      locker_id: life.end.lockerId,
      mailroom_id: life.end.mailroomId,
      package_number: `P${numbers.get(life)}`,
      tracking_number: trackingNumber(life, n),
      recipient_name: `${life.recipient.firstName} ${life.recipient.lastName}`,
      unit_number: life.recipient.unitNumber,
      email: life.recipient.email,
      mobile_phone: life.recipient.mobilePhone,
      status_id: STATUSES[life.end.status].id,
      status_group: groupIdOf(life.end.status),
      drop_off_time: life.end.dropOffTime!,
      expiry_time: life.end.expiryTime,
      collection_time: life.end.collectionTime,
      recovery_time: life.end.recoveryTime,
      last_transaction_at: new Date(life.changes.at(-1)!.at),
      note: '',
    })),
  )
  await insertRows(
    db,
    'package_history',
    lives.flatMap((life, n) =>
      life.changes.map((change, i) => ({
        organisation_id,
        id: demoId(`history of ${systemName}`, n * CHANGES + i),
        package_id: idOf(n),
        property_id: life.property.id,
        at: new Date(change.at),
        status_id: STATUSES[change.status].id,
        locker_bank_id: change.lockerBankId,
        locker_id: change.lockerId,
        mailroom_id: change.mailroomId,
        user_id: change.userId,
        user_name: change.userName,
        note: '',
      })),
    ),
  )
}

const trackingNumber = ({ courier }: Life, n: number) =>
  `${courier?.prefix ?? 'XX'}${random(`tracking ${n}`).int(100_000_000, 999_999_999)}US`
