import { choiceFor } from '#features/packages/rules.ts'
import type { StatusName } from '#features/packages/statuses.ts'

/** A package that is handed over becomes one of these, according to whether it had expired (decisions "Package status → group"). */
export const HANDED_OVER = ['CollectedbyRecipient', 'ExpiredCollectedbyRecipient'] as const satisfies readonly StatusName[]

/** Whether a package in a mailroom can be handed over; flagged ones have to be settled first. */
export const isReady = (status: StatusName): boolean =>
  HANDED_OVER.some((one) => choiceFor({ status, place: 'mailroom' }, 'detail', one) !== undefined)
