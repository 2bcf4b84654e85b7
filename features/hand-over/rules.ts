import type { StatusName } from '#features/package-statuses/statuses.ts'
import { choiceFor } from '#features/packages/rules.ts'
import { trackingKeysOf } from '#features/tracking-numbers/recognise.ts'
import { MAX_PACKAGES, type WaitingRecipient } from './contract.ts'

/** A package that is handed over becomes one of these, according to whether it had expired (decisions "Package status → group"). */
export const HANDED_OVER = ['CollectedbyRecipient', 'ExpiredCollectedbyRecipient'] as const satisfies readonly StatusName[]

/** Whether a package in a mailroom can be handed over; flagged ones have to be settled first. */
export const isReady = (status: StatusName): boolean =>
  HANDED_OVER.some((one) => choiceFor({ status, place: 'mailroom' }, 'detail', one) !== undefined)

type Waiting = WaitingRecipient['Packages'][number]

/** The packages that have this number, in any spelling or in a label's barcode, as their package or tracking number. */
export function numbered<P extends Pick<Waiting, 'PackageNumber' | 'TrackingNumber'>>(packages: readonly P[], text: string): P[] {
  const keys = trackingKeysOf(text)
  return packages.filter(({ PackageNumber, TrackingNumber }) =>
    [PackageNumber, TrackingNumber].some((own) => trackingKeysOf(own).some((key) => keys.includes(key))),
  )
}

/** The packages that can be handed over. */
export const readyIds = ({ Packages }: Pick<WaitingRecipient, 'Packages'>): string[] =>
  Packages.filter((one) => one.IsReady).map((one) => one.PackageId)

/** As many as can be handed over at once. */
export const atOnce = (packageIds: readonly string[]) => packageIds.slice(0, MAX_PACKAGES)

/** What is selected at first: the package whose number was searched for, otherwise all (decisions "Hand-over"). */
export function selectedAtFirst(recipient: WaitingRecipient, text: string): string[] {
  const sought = recipient.FoundBy === 'text' ? numbered(recipient.Packages, text) : []
  return atOnce(sought.length > 0 ? readyIds({ Packages: sought }) : readyIds(recipient))
}
