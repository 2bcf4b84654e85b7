import type { Change } from '#features/live/server/api.ts'
import { changePackages, lockForPackages } from '#features/packages/server/api.ts'
import { propertySettings } from '#features/properties/server/api.ts'
import { delegatesToday } from '#features/residents/server/api.ts'
import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { conflict, orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Pictures } from '#platform/server/image.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { handOver } from '../contract.ts'
import { t } from '../messages.ts'
import { HANDED_OVER } from '../rules.ts'

type Draft = InputOf<typeof handOver.save>
type Proof = { readonly kind: 'signature' | 'photo'; readonly image: Buffer }
type Saving = TransactionContext & { readonly caller: Caller; readonly now: Date; readonly proof: Proof | null }
type HandOver = { readonly id: string; readonly name: string; readonly affected: readonly Change[] }

/** The proof of a request, encoded anew; before the transaction, because it takes a while. */
export async function encodedProof({ Proof }: Draft, caller: Caller, pictures: Pictures): Promise<Proof | null> {
  if (!Proof) return null
  const isDrawing = Proof.Kind === 'signature'
  return { kind: Proof.Kind, image: await pictures.encodePhoto(caller, Proof.Image, 'Proof', isDrawing ? 'png' : 'jpeg') }
}

/**
 * Hands packages of one recipient over: all become collected, or none. The same id again changes nothing, so that a client may repeat a
 * call whose reply it did not get. 404 for packages that the caller does not see, 422 with the reason.
 */
export async function save({ db, tenant, caller, now, proof }: Saving, draft: Draft): Promise<HandOver> {
  const id = draft.Id ?? newId()
  const packages = await lockForPackages(db, draft.PackageIds)
  if (packages.length !== draft.PackageIds.length) orNotFound(null)
  const { propertyId, now: pkg } = orNotFound(packages[0])
  const recipient = await onlyRecipient(db, draft.PackageIds)
  const known = await db.selectFrom('hand_overs').select('collected_by').where('id', '=', id).executeTakeFirst()
  if (known) {
    const taken = await db.selectFrom('hand_over_packages').select('package_id').where('hand_over_id', '=', id).execute()
    const isSame = taken.length === draft.PackageIds.length && taken.every((one) => draft.PackageIds.includes(one.package_id))
    if (!isSame) throw conflict(t('MsgHandedOverBefore'))
    return { id, name: known.collected_by || recipient, affected: [] }
  }
  refuseIf(packages.every((one) => one.now.mailroomId && !one.now.lockerId) ? null : t('MsgNotInMailroom'))
  const { HandOverProof } = await propertySettings(db, propertyId)
  refuseIf(HandOverProof === 'required' && !proof ? t('MsgProofNeeded') : null, 'Proof')
  const collector = draft.DelegateId ? await delegateOf(db, pkg.residentId, draft.DelegateId, now) : draft.CollectedBy
  const affected = await changePackages(db, {
    packageIds: draft.PackageIds,
    newStatus: HANDED_OVER,
    channel: 'detail',
    actor: caller,
    note: collector && t('NoteCollectedBy', { name: collector }).text,
    at: now,
  })
  const kept = HandOverProof === 'off' ? null : proof
  const organisation_id = tenant.organisationId
  const added = await db
    .insertInto('hand_overs')
    .values({
      organisation_id,
      id,
      property_id: propertyId,
      resident_id: pkg.residentId,
      at: now,
      collected_by: collector,
      proof_kind: kept?.kind ?? null,
      proof: kept?.image ?? null,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another property has a hand-over of this id.
  if (!added) throw conflict(t('MsgHandOverFailed'))
  const rows = draft.PackageIds.map((package_id) => ({ organisation_id, package_id, hand_over_id: id, property_id: propertyId }))
  await db.insertInto('hand_over_packages').values(rows).execute()
  return { id, name: collector || recipient, affected }
}

/** The name of the only recipient of these locked packages. */
async function onlyRecipient(db: Db, ids: readonly string[]): Promise<string> {
  const rows = await db
    .selectFrom('packages')
    .select(['recipient_key', 'property_id'])
    .select((eb) => eb.fn.max('recipient_name').as('name'))
    .where('id', '=', anyOf(ids))
    .groupBy(['recipient_key', 'property_id'])
    .execute()
  const [only] = rows
  if (!only || rows.length > 1) throw new Refusal(422, t('MsgSeveralRecipients'))
  return only.name
}

async function delegateOf(db: Db, residentId: string | null, delegateId: string, now: Date): Promise<string> {
  const delegates = residentId ? await delegatesToday(db, [residentId], now) : []
  const delegate = delegates.find((one) => one.id === delegateId)
  if (!delegate) throw new Refusal(422, t('MsgNotADelegate'), { field: 'DelegateId' })
  return delegate.name
}
