import type { By, EventOf } from '#features/kiosks/protocol.ts'
import { type EventContext, eventTime, type KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { t as sayOfResident } from '#features/residents/messages.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import type { StatusName } from '../statuses.ts'
import { type Door, doorOfAgent } from '../transitions.ts'
import { addPackage } from './add.ts'
import { changePackage } from './change.ts'
import { type Recipient, residentAsRecipient } from './circumstances.ts'
import { releaseReservation } from './reservations.ts'
import type { Actor } from './save.ts'

/** What the events of a kiosk make of a package; which of several, the rules say by how it lies. */
const WANTED = {
  collected: ['CollectedbyRecipient', 'ExpiredCollectedbyRecipient'],
  recovered: ['CollectedbyAgent', 'ExpiredCollectedbyAgent', 'ServiceRecoveredtoAgent', 'DryCleaningRecoveredbyAgent'],
  confirmed: ['InLocker'],
  'not-mine': ['WrongRecipient'],
  absent: ['Pending'],
} as const satisfies Record<string, readonly StatusName[]>

/**
 * Has the kiosks' events change the packages: this is where a status follows a door (decisions "Kiosks"). What the rules do
 * not allow, because it came out of order or staff were there before, is refused and kept with its reason.
 */
export function packageEvents(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  const reportTo = (context: EventContext) => (change: Parameters<Live['changed']>[0]) =>
    context.afterCommit(() => live.changed(change))

  kiosks.onEvent('dropped-off', (db, event, context) => droppedOff(db, event, context, reportTo(context)))
  for (const kind of Object.keys(WANTED) as (keyof typeof WANTED)[])
    kiosks.onEvent(kind, async (db, event, context) => {
      const by = await whoever(db, event.By)
      await changePackage(db, {
        packageId: event.PackageId,
        fromLockerId: event.LockerId,
        wanted: WANTED[kind],
        door: by.door,
        actor: by.actor,
        at: eventTime(event, context),
        report: reportTo(context),
      })
    })
}

async function droppedOff(
  db: Db,
  event: EventOf<'dropped-off'>,
  context: EventContext,
  report: Parameters<typeof addPackage>[1]['report'],
): Promise<void> {
  const { lockerBankId, propertyId, tenant } = context
  const by = await whoever(db, event.By, 'kiosk-agent6')
  const bank = orNotFound(
    await db
      .selectFrom('locker_banks as b')
      .innerJoin('lockers as l', 'l.locker_bank_id', 'b.id')
      .select('b.building_id')
      .where('b.id', '=', lockerBankId)
      .where('l.id', '=', event.LockerId)
      .executeTakeFirst(),
  )
  const at = eventTime(event, context)
  const common = { door: by.door, actor: by.actor, at, report, given: { locker: { id: event.LockerId, lockerBankId } } }
  if (event.Purpose === 'load') await changePackage(db, { ...common, packageId: event.PackageId, wanted: 'TransferredtoLocker' })
  else {
    const recipient = await recipientOf(db, event, propertyId)
    await addPackage(db, {
      ...common,
      organisationId: tenant.organisationId,
      id: event.PackageId,
      propertyId,
      buildingId: recipient.buildingId ?? bank.building_id,
      recipient,
      courierId: by.courierId,
      agentId: event.By.Kind === 'agent' ? event.By.Id : null,
      trackingNumber: event.TrackingNumber,
      wanted: arrivalStatus(event),
    })
  }
  await releaseReservation(db, lockerBankId, event.ReservationId)
}

function arrivalStatus({ Purpose, DoorClosed }: EventOf<'dropped-off'>): StatusName {
  if (Purpose === 'dry-cleaning') return 'DroppedOffForDryCleaning'
  return DoorClosed ? 'InLocker' : 'Unconfirmed'
}

/**
 * The package is in the locker whoever it is for: somebody who has moved out since is still named, and one who was erased, whom
 * the event does not name any more, is no resident.
 */
async function recipientOf(db: Db, event: EventOf<'dropped-off'>, propertyId: string): Promise<Recipient> {
  const isErased = event.ResidentId !== null && event.RecipientName === ''
  const resident = event.ResidentId && (await residentAsRecipient(db, event.ResidentId, propertyId, { alsoFormer: true }))
  return (
    resident || {
      residentId: null,
      name: isErased ? sayOfResident('LabelErased').text : event.RecipientName,
      unitNumber: event.UnitNumber,
      email: '',
      mobilePhone: '',
      buildingId: null,
    }
  )
}

type Whoever = { readonly actor: Actor; readonly door: Door; readonly courierId: string | null }

/**
 * Who stood at the terminal, with the door that they come by: an agent by that of their role today, unless `agentDoor` says by
 * which. A drop-off was let through by the role that they had then, and the parcel is in the locker.
 */
async function whoever(db: Db, { Kind, Id }: By, agentDoor?: Door): Promise<Whoever> {
  if (Kind === 'agent') {
    const agent = orNotFound(
      await db
        .selectFrom('agents')
        .select(['first_name', 'last_name', 'role_id', 'courier_id'])
        .where('id', '=', Id)
        .executeTakeFirst(),
    )
    const door = agentDoor ?? doorOfAgent(agent.role_id)
    refuseIf(door ? null : t('MsgNotByThisRole'))
    return { actor: named(Id, agent), door: door as Door, courierId: agent.courier_id }
  }
  if (Kind === 'staff') {
    const person = await db.selectFrom('portal_users').select(['first_name', 'last_name']).where('id', '=', Id).executeTakeFirst()
    return { actor: named(Id, orNotFound(person)), door: 'kiosk-staff', courierId: null }
  }
  if (Kind === 'resident') orNotFound(await db.selectFrom('residents').select('id').where('id', '=', Id).executeTakeFirst())
  // Somebody who collected for a resident may be gone from the list when it is told late. Their names stay out of histories.
  const name = sayOfResident(Kind === 'resident' ? 'LabelResident' : 'LabelDelegate').text
  return { actor: { id: Id, name }, door: 'kiosk-resident', courierId: null }
}

const named = (id: string, person: { first_name: string; last_name: string }): Actor => ({
  id,
  name: `${person.first_name} ${person.last_name}`,
})
