import type { By, EventOf } from '#features/kiosks/protocol.ts'
import { type EventContext, eventTime, type KioskLink } from '#features/kiosks/server/api.ts'
import type { Change, Live } from '#features/live/server/api.ts'
import type { StatusName } from '#features/package-statuses/statuses.ts'
import { type Channel, channelOfAgent } from '#features/package-statuses/transitions.ts'
import { t as label } from '#platform/labels.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import { addPackage } from '../changes/add.ts'
import { changePackage } from '../changes/change.ts'
import { type Recipient, residentAsRecipient } from '../changes/recipient.ts'
import type { Actor } from '../changes/save.ts'
import { releaseReservation } from './reservations.ts'

/** The status after each event; of several, the first that the rules offer for the package. */
const STATUS_AFTER = {
  collected: ['CollectedbyRecipient', 'ExpiredCollectedbyRecipient'],
  recovered: ['CollectedbyAgent', 'ExpiredCollectedbyAgent', 'ServiceRecoveredtoAgent', 'DryCleaningRecoveredbyAgent'],
  confirmed: ['InLocker'],
  'not-mine': ['WrongRecipient'],
  absent: ['Pending'],
} as const satisfies Record<string, readonly StatusName[]>

/**
 * Applies the kiosks' events to packages (decisions "Kiosks"). Events that the rules do not allow, because they came out of order or
 * staff changed the package first, are refused and stored with the reason.
 */
export function packageEvents(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  const publishAfterCommit = (affected: readonly Change[], { afterCommit }: EventContext) => {
    for (const change of affected) afterCommit(() => live.changed(change))
  }
  kiosks.onEvent('dropped-off', async (db, event, context) => {
    const affected = await droppedOff(db, event, context)
    await releaseReservation(db, context.lockerBankId, event.ReservationId)
    publishAfterCommit(affected, context)
  })
  kiosks.onEvent('gave-up', (db, event, context) => releaseReservation(db, context.lockerBankId, event.ReservationId))
  for (const kind of Object.keys(STATUS_AFTER) as (keyof typeof STATUS_AFTER)[])
    kiosks.onEvent(kind, async (db, event, context) => {
      const by = await kioskUser(db, event.By)
      const affected = await changePackage(db, {
        packageId: event.PackageId,
        fromLockerId: event.LockerId,
        newStatus: STATUS_AFTER[kind],
        channel: by.channel,
        actor: by.actor,
        at: eventTime(event, context),
      })
      publishAfterCommit(affected, context)
    })
}

/** Returns the affected locker banks. */
async function droppedOff(db: Db, event: EventOf<'dropped-off'>, context: EventContext): Promise<readonly Change[]> {
  const { lockerBankId, propertyId, tenant } = context
  const by = await kioskUser(db, event.By, 'kiosk-agent6')
  const bank = await existing(
    db
      .selectFrom('locker_banks as b')
      .innerJoin('lockers as l', 'l.locker_bank_id', 'b.id')
      .select('b.building_id')
      .where('b.id', '=', lockerBankId)
      .where('l.id', '=', event.LockerId),
  )
  const at = eventTime(event, context)
  const common = { channel: by.channel, actor: by.actor, at, details: { locker: { id: event.LockerId, lockerBankId } } }
  if (event.Purpose === 'load')
    return changePackage(db, { ...common, packageId: event.PackageId, newStatus: 'TransferredtoLocker' })
  const recipient = await recipientOf(db, event, propertyId)
  const { affected } = await addPackage(db, {
    ...common,
    organisationId: tenant.organisationId,
    id: event.PackageId,
    propertyId,
    buildingId: recipient.buildingId ?? bank.building_id,
    recipient,
    courierId: by.courierId,
    agentId: event.By.Kind === 'agent' ? event.By.Id : null,
    trackingNumber: event.TrackingNumber,
    status: arrivalStatus(event),
  })
  return affected
}

function arrivalStatus({ Purpose, DoorClosed }: EventOf<'dropped-off'>): StatusName {
  if (Purpose === 'dry-cleaning') return 'DroppedOffForDryCleaning'
  return DoorClosed ? 'InLocker' : 'Unconfirmed'
}

/**
 * The package is in the locker already, so former residents are accepted. An erased resident, whose name the event no longer has, is
 * not linked.
 */
async function recipientOf(db: Db, event: EventOf<'dropped-off'>, propertyId: string): Promise<Recipient> {
  const isErased = event.ResidentId !== null && event.RecipientName === ''
  const resident = event.ResidentId && (await residentAsRecipient(db, event.ResidentId, propertyId, { alsoFormer: true }))
  return (
    resident || {
      residentId: null,
      name: isErased ? label('LabelErased').text : event.RecipientName,
      unitNumber: event.UnitNumber,
      email: '',
      mobilePhone: '',
      buildingId: null,
    }
  )
}

type KioskUser = { readonly actor: Actor; readonly channel: Channel; readonly courierId: string | null }

/**
 * The user of an event and their channel: for agents that of their present role unless `agentChannel` is given. A drop-off was
 * allowed by the role that the agent had then, and the package is in the locker.
 */
async function kioskUser(db: Db, { Kind, Id }: By, agentChannel?: Channel): Promise<KioskUser> {
  if (Kind === 'agent') {
    const agent = await existing(
      db.selectFrom('agents').select(['first_name', 'last_name', 'role_id', 'courier_id']).where('id', '=', Id),
    )
    const channel = agentChannel ?? channelOfAgent(agent.role_id)
    refuseIf(channel ? null : t('MsgNotByThisRole'))
    return { actor: named(Id, agent), channel: channel as Channel, courierId: agent.courier_id }
  }
  if (Kind === 'staff') {
    const person = await existing(db.selectFrom('portal_users').select(['first_name', 'last_name']).where('id', '=', Id))
    return { actor: named(Id, person), channel: 'kiosk-staff', courierId: null }
  }
  if (Kind === 'resident') await existing(db.selectFrom('residents').select('id').where('id', '=', Id))
  // A delegate may have been removed before the event arrives. Histories do not hold residents' or delegates' names.
  const name = label(Kind === 'resident' ? 'LabelResident' : 'LabelDelegate').text
  return { actor: { id: Id, name }, channel: 'kiosk-resident', courierId: null }
}

const named = (id: string, person: { first_name: string; last_name: string }): Actor => ({
  id,
  name: `${person.first_name} ${person.last_name}`,
})
