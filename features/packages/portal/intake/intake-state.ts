import { STATUSES } from '#features/package-statuses/statuses.ts'
import type { QuickResident } from '#features/recipients/contract.ts'
import type { PackageValues } from '../form/package-values.ts'
import type { Booking } from './booking-store.ts'

export type Recipient = Pick<QuickResident, 'Id' | 'Name' | 'UnitNumber' | 'BuildingId'> & Partial<QuickResident>
export type Values = {
  readonly number: string
  /** The courier that the clerk chose; null leaves it to the number. */
  readonly courierId: string | null
  readonly recipient: Recipient | null
  readonly mailroomId: string | null
  readonly adviceTag: string | null
  readonly photo: string
}
export type Field = 'number' | 'courier' | 'recipient' | 'mailroom' | 'tag'

/** The number that was scanned while the package before is being booked, and whether Enter was pressed after it. */
type Ahead = { readonly number: string; readonly isEntered: boolean }

/** The courier of the last package. One that its number named is none for numbers that name no courier; one that was chosen is. */
type LastCourier = { readonly id: string; readonly isOfNumber: boolean }

export type IntakeState = {
  readonly values: Values
  /** The field that is marked as wrong. */
  readonly wrong: Field | null
  readonly lastCourier: LastCourier | null
  /** The booking that is being corrected. */
  readonly corrected: Booking | null
  /** A booking may wait for a look-up: what is scanned meanwhile is the number of the next package. */
  readonly isBooking: boolean
  readonly ahead: Ahead
  /** The number after which Enter was pressed last. */
  readonly entered: string
}

export type IntakeAction =
  | { readonly is: 'changed'; readonly change: Partial<Values> }
  | { readonly is: 'marked'; readonly wrong: Field | null }
  | { readonly is: 'entered' }
  | { readonly is: 'scanned-ahead'; readonly change: Partial<Ahead> }
  | { readonly is: 'booking-begun' }
  | { readonly is: 'booking-ended' }
  | { readonly is: 'stored'; readonly lastCourier: LastCourier }
  | { readonly is: 'correction-begun'; readonly booking: Booking }
  /** `keepsValues`: what was typed stays, to be booked as another package. */
  | { readonly is: 'correction-ended'; readonly keepsValues: boolean }
  /** The other form has the values now; a photo stays, because that form has none. */
  | { readonly is: 'passed-on' }

const EMPTY: Values = { number: '', courierId: null, recipient: null, mailroomId: null, adviceTag: null, photo: '' }
const NOTHING_AHEAD: Ahead = { number: '', isEntered: false }
export const EMPTY_INTAKE: IntakeState = {
  values: EMPTY,
  wrong: null,
  lastCourier: null,
  corrected: null,
  isBooking: false,
  ahead: NOTHING_AHEAD,
  entered: '',
}

/** The state of quick intake after an action. */
export function reduceIntake(state: IntakeState, action: IntakeAction): IntakeState {
  switch (action.is) {
    case 'changed':
      return { ...state, values: { ...state.values, ...action.change }, wrong: null }
    case 'marked':
      return { ...state, wrong: action.wrong }
    case 'entered':
      return { ...state, entered: state.values.number }
    case 'scanned-ahead':
      return { ...state, ahead: { ...state.ahead, ...action.change } }
    case 'booking-begun':
      return { ...state, isBooking: true, ahead: { ...state.ahead, isEntered: false } }
    case 'booking-ended':
      return { ...state, isBooking: false }
    case 'stored': {
      const { number, isEntered } = state.ahead
      const next = { values: { ...EMPTY, number }, entered: isEntered ? number : '', ahead: NOTHING_AHEAD }
      return { ...state, ...next, isBooking: false, corrected: null, lastCourier: action.lastCourier }
    }
    case 'correction-begun': {
      const values = valuesOf(action.booking)
      return { ...state, values, entered: values.number, corrected: action.booking }
    }
    case 'correction-ended':
      return { ...state, corrected: null, values: action.keepsValues ? state.values : EMPTY }
    case 'passed-on':
      return { ...state, values: { ...EMPTY, photo: state.values.photo }, wrong: null }
  }
}

const valuesOf = ({ draft, photo }: Booking): Values => ({
  number: draft.TrackingNumber ?? '',
  courierId: draft.CourierId ?? null,
  recipient: { Id: draft.ResidentId ?? '', Name: draft.Name, UnitNumber: draft.UnitNumber, BuildingId: draft.BuildingId ?? '' },
  mailroomId: draft.MailRoomId ?? null,
  adviceTag: draft.AdviceTag ?? null,
  photo,
})

/** The courier of the package before, where the number before names none or this one may be of that courier. */
export function courierAsBefore({ lastCourier }: IntakeState, offered: readonly { readonly Id: string }[]): string | null {
  if (!lastCourier) return null
  const { id, isOfNumber } = lastCourier
  return (offered.length === 0 ? !isOfNumber : offered.some(({ Id }) => Id === id)) ? id : null
}

/** What is waiting to be sent is kept in the browser; what is half typed is not. */
export const isBegun = ({ values: { number, recipient, photo } }: IntakeState) => Boolean(number || recipient || photo)

/**
 * The field that Enter goes to; null: it books. `courierId` is the chosen courier or that of the number. What is known of a number
 * that was corrected has to be seen first, so Enter after it goes to the tag.
 */
export function fieldAfterEnter(state: IntakeState, courierId: string | null, isInNumber: boolean): Field | null {
  if (!courierId) return 'courier'
  if (!state.values.recipient) return 'recipient'
  return isInNumber && state.values.number !== state.entered ? 'tag' : null
}

type Known = {
  readonly recipient: Recipient
  readonly courierId: string
  readonly mailroomId: string
  /** Without the frame of a scanned barcode. */
  readonly trackingNumber: string
  readonly acceptsDuplicate: boolean
  /** Its notice waits until all of the batch are sent. */
  readonly notifiesLater: boolean
  /** For a package that is not a correction. */
  readonly packageNumber: string
  readonly now: Date
}

/** The package to book, with what is known beside the typed values; a corrected one keeps its package number. */
export const draftOf = (
  { values, corrected }: Pick<IntakeState, 'values' | 'corrected'>,
  { recipient, courierId, mailroomId, trackingNumber, acceptsDuplicate, notifiesLater, packageNumber, now }: Known,
) =>
  ({
    BuildingId: recipient.BuildingId,
    PackageNumber: corrected?.draft.PackageNumber ?? packageNumber,
    CourierId: courierId,
    StatusId: STATUSES.InMailroom.id,
    ResidentId: recipient.Id,
    Name: recipient.Name,
    UnitNumber: recipient.UnitNumber,
    DropOffTime: now.toISOString(),
    MailRoomId: mailroomId,
    TrackingNumber: trackingNumber,
    AdviceTag: values.adviceTag,
    AcceptDuplicate: acceptsDuplicate,
    NotifyLater: notifiesLater,
    ...(corrected && { IsCorrection: true }),
  }) satisfies Partial<PackageValues>
