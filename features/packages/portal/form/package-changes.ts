import { STATUSES } from '#features/package-statuses/statuses.ts'
import type { Situation } from '#features/package-statuses/transitions.ts'
import type { QuickResident } from '#features/recipients/contract.ts'
import type { Choice } from '../../rules.ts'
import type { PackageValues } from './package-values.ts'

/** What the expiry of a package depends on. */
export type Arrival = {
  readonly buildingId: string
  readonly residentId: string | null
  /** ISO 8601. */
  readonly at: string
  readonly place?: 'mailroom' | 'locker'
}

/** The offered choice that leads to a status; undefined for the status that the package has. */
export const choiceOf = (offered: readonly Choice[], statusId: number): Choice | undefined =>
  offered.find(({ newStatus }) => newStatus && STATUSES[newStatus].id === statusId)

/**
 * What changes in the form when a status is chosen: the recipient, the mailroom and the times are as saved again, and the time that
 * the choice stamps is `now` (ISO 8601).
 */
export const valuesOfStatus = (
  saved: PackageValues,
  statusId: PackageValues['StatusId'],
  choice: Choice | undefined,
  now: string,
): Partial<PackageValues> => ({
  StatusId: statusId,
  MailRoomId: saved.MailRoomId ?? null,
  ResidentId: saved.ResidentId ?? null,
  Name: saved.Name,
  UnitNumber: saved.UnitNumber,
  ExpiryTime: saved.ExpiryTime,
  CollectionTime: choice?.stamps === 'collectionTime' ? now : (saved.CollectionTime ?? ''),
  RecoveryTime: choice?.stamps === 'recoveryTime' ? now : (saved.RecoveryTime ?? ''),
})

/** The arrival that a choice begins, whose expiry is new; null for a choice that keeps the expiry. */
export function arrivalOf(
  choice: Choice | undefined,
  { place }: Pick<Situation, 'place'>,
  { buildingId, residentId, at }: Omit<Arrival, 'place'>,
): Arrival | null {
  if (choice?.expiry !== 'new') return null
  const ends = choice.ends === 'stays' ? place : choice.ends
  return { buildingId, residentId, at, place: choice.asks.mailroom !== 'required' && ends === 'locker' ? ends : 'mailroom' }
}

/** What changes in the form of a new package when its recipient is chosen: a mailroom of another building is not kept. */
export const valuesOfResident = (
  { Id, Name, UnitNumber, BuildingId }: Pick<QuickResident, 'Id' | 'Name' | 'UnitNumber' | 'BuildingId'>,
  buildingId: string,
): Partial<PackageValues> => ({
  ResidentId: Id,
  Name,
  UnitNumber,
  BuildingId,
  ...(BuildingId !== buildingId && { MailRoomId: null }),
})
