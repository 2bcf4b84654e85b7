import { describe, expect, test } from 'vitest'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import type { Booking } from './booking-store.ts'
import {
  courierAsBefore,
  draftOf,
  EMPTY_INTAKE,
  fieldAfterEnter,
  type IntakeAction,
  type IntakeState,
  isBegun,
  reduceIntake,
} from './intake-state.ts'

const recipient = { Id: 'ada', Name: 'Ada Byron', UnitNumber: '12A', BuildingId: 'tower' }
const stateAfter = (...actions: IntakeAction[]): IntakeState => actions.reduce(reduceIntake, EMPTY_INTAKE)
const lastCourier = { id: 'swift', isOfNumber: false }
const typed = (number: string): IntakeAction => ({ is: 'changed', change: { number, recipient, photo: 'data:photo' } })

const booking: Booking = {
  id: 'one',
  owner: 'riverside clerk',
  draft: {
    BuildingId: 'tower',
    PackageNumber: 'P-1',
    CourierId: 'swift',
    StatusId: STATUSES.InMailroom.id,
    ResidentId: 'ada',
    Name: 'Ada Byron',
    UnitNumber: '12A',
    DropOffTime: '2026-01-05T09:00:00.000Z',
    MailRoomId: 'lobby',
    TrackingNumber: 'T-1',
  },
  photo: 'data:photo',
  isBooked: false,
  refusal: null,
}
const corrected = { is: 'correction-begun', booking } as const

describe('a field', () => {
  test('that is changed keeps the others, and nothing is marked as wrong any more', () => {
    const state = stateAfter(typed('T-1'), { is: 'marked', wrong: 'courier' }, { is: 'changed', change: { courierId: 'swift' } })
    expect(state.values).toMatchObject({ number: 'T-1', courierId: 'swift', recipient })
    expect(state.wrong).toBeNull()
  })

  test('is begun by a number, a recipient or a photo, not by a mailroom', () => {
    expect(isBegun(EMPTY_INTAKE)).toBe(false)
    expect(isBegun(stateAfter({ is: 'changed', change: { mailroomId: 'lobby', adviceTag: 'heavy' } }))).toBe(false)
    for (const change of [{ number: 'T-1' }, { recipient }, { photo: 'data:photo' }])
      expect(isBegun(stateAfter({ is: 'changed', change }))).toBe(true)
  })
})

describe('Enter', () => {
  test('goes to the courier, then to the recipient, then books', () => {
    expect(fieldAfterEnter(EMPTY_INTAKE, null, false)).toBe('courier')
    expect(fieldAfterEnter(EMPTY_INTAKE, 'swift', false)).toBe('recipient')
    expect(fieldAfterEnter(stateAfter(typed('T-1')), 'swift', false)).toBeNull()
  })

  test('goes to the tag after a number that it was not pressed after before', () => {
    expect(fieldAfterEnter(stateAfter(typed('T-1')), 'swift', true)).toBe('tag')
    expect(fieldAfterEnter(stateAfter(typed('T-1'), { is: 'entered' }), 'swift', true)).toBeNull()
    expect(fieldAfterEnter(stateAfter(typed('T-1'), { is: 'entered' }, typed('T-2')), 'swift', true)).toBe('tag')
  })
})

describe('the courier of the package before', () => {
  const swift = { Id: 'swift' }
  const other = { Id: 'other' }
  test.each([
    ['that was chosen stays for a number that names none', false, [], 'swift'],
    ['that was chosen stays where it is among the offered', false, [other, swift], 'swift'],
    ['that was chosen does not stay where others are offered', false, [other], null],
    ['that the number named does not stay for a number that names none', true, [], null],
    ['that the number named stays where it is among the offered', true, [swift, other], 'swift'],
  ])('%s', (_, isOfNumber, offered, courier) => {
    const state = stateAfter({ is: 'stored', lastCourier: { id: 'swift', isOfNumber } })
    expect(courierAsBefore(state, offered)).toBe(courier)
  })

  test('is none for the first package', () => {
    expect(courierAsBefore(EMPTY_INTAKE, [])).toBeNull()
  })
})

describe('a booking', () => {
  const begun = [typed('T-1'), { is: 'entered' }, { is: 'booking-begun' }] as const

  test('that is stored empties the form, and its courier is that of the next package', () => {
    const state = stateAfter(...begun, { is: 'stored', lastCourier })
    expect(state).toEqual({ ...EMPTY_INTAKE, lastCourier })
  })

  test('is followed by the number that was scanned meanwhile, entered if Enter was pressed after it', () => {
    const scanned = { is: 'scanned-ahead', change: { number: 'T-2' } } as const
    const stored = { is: 'stored', lastCourier } as const
    expect(stateAfter(...begun, scanned, stored)).toMatchObject({ values: { number: 'T-2', recipient: null }, entered: '' })
    const state = stateAfter(...begun, scanned, { is: 'scanned-ahead', change: { isEntered: true } }, stored)
    expect(state).toMatchObject({ values: { number: 'T-2' }, entered: 'T-2', ahead: { number: '', isEntered: false } })
  })

  test('that ends without being stored keeps what was typed', () => {
    const state = stateAfter(...begun, { is: 'booking-ended' })
    expect(state).toMatchObject({ isBooking: false, values: { number: 'T-1', recipient } })
  })
})

describe('a correction', () => {
  test('shows the values of the booking, whose number counts as entered', () => {
    const state = stateAfter(typed('T-9'), corrected)
    expect(state.values).toEqual({
      number: 'T-1',
      courierId: 'swift',
      recipient,
      mailroomId: 'lobby',
      adviceTag: null,
      photo: 'data:photo',
    })
    expect(state).toMatchObject({ entered: 'T-1', corrected: booking })
  })

  test('that is stopped empties the form; one that was booked meanwhile leaves its values', () => {
    expect(stateAfter(corrected, { is: 'correction-ended', keepsValues: false })).toMatchObject({
      corrected: null,
      values: { number: '' },
    })
    const kept = stateAfter(corrected, { is: 'correction-ended', keepsValues: true })
    expect(kept).toMatchObject({ corrected: null, values: { number: 'T-1' } })
  })

  test('ends when it is stored', () => {
    expect(stateAfter(corrected, { is: 'stored', lastCourier }).corrected).toBeNull()
  })
})

test('values that are passed on to the other form leave only the photo', () => {
  expect(stateAfter(typed('T-1'), { is: 'passed-on' }).values).toEqual({ ...EMPTY_INTAKE.values, photo: 'data:photo' })
})

describe('the package to book', () => {
  const known = {
    recipient,
    courierId: 'swift',
    mailroomId: 'lobby',
    trackingNumber: 'T-1',
    acceptsDuplicate: false,
    notifiesLater: true,
    packageNumber: 'P-2',
    now: new Date('2026-01-05T10:00:00Z'),
  }

  test('has a new package number, and the recipient of the resident', () => {
    expect(draftOf(stateAfter(typed('T-1'), { is: 'changed', change: { adviceTag: 'heavy' } }), known)).toEqual({
      BuildingId: 'tower',
      PackageNumber: 'P-2',
      CourierId: 'swift',
      StatusId: STATUSES.InMailroom.id,
      ResidentId: 'ada',
      Name: 'Ada Byron',
      UnitNumber: '12A',
      DropOffTime: '2026-01-05T10:00:00.000Z',
      MailRoomId: 'lobby',
      TrackingNumber: 'T-1',
      AdviceTag: 'heavy',
      AcceptDuplicate: false,
      NotifyLater: true,
    })
  })

  test('keeps the package number of the booking that it corrects', () => {
    expect(draftOf(stateAfter(corrected), known)).toMatchObject({ PackageNumber: 'P-1', IsCorrection: true })
  })
})
