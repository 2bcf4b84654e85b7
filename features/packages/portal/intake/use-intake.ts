import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newId } from '#platform/ids.ts'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useUnsavedGuard } from '#platform/portal/form/use-unsaved-guard.ts'
import { useUnsavedMark } from '#platform/portal/record/record-context.ts'
import { t } from '../../intake-messages.ts'
import { newPackageNumber } from '../../package-number.ts'
import { useNumber } from '../shared/use-number.ts'
import { discardText } from './BookingList.tsx'
import type { Booking } from './booking-store.ts'
import {
  courierAsBefore,
  draftOf,
  EMPTY_INTAKE,
  type Field,
  fieldAfterEnter,
  type IntakeAction,
  type IntakeState,
  isBegun,
  type Recipient,
  reduceIntake,
  type Values,
} from './intake-state.ts'
import { rememberMailroom, useDuplicate, useMailroom } from './intake-values.ts'
import { useBookings } from './use-bookings.ts'

/** Quick intake: what is typed, what follows from it, and the bookings of this browser. `isBatch`: notices wait until all are sent. */
export function useIntake(isBatch: boolean) {
  const [state, dispatch] = useIntakeState()
  const { values, corrected } = state
  const fields = useFields()
  const set = (change: Partial<Values>) => void dispatch({ is: 'changed', change })
  useUnsavedGuard(isBegun(state))
  useUnsavedMark(isBegun(state))
  const bookings = useBookings()
  const { courier, number, isOther, offered, misread } = useNumber(values.number)
  const courierId = values.courierId ?? courier?.Id ?? courierAsBefore(state, offered)
  const { mailroomId, readMailroom } = useMailroom(values)
  const others = bookings.waiting.filter(({ id }) => id !== corrected?.id)
  const duplicate = useDuplicate(number, others)

  /** Asks for what a booking needs beside the fields, and books. */
  const next = async (recipient: Recipient, courierId: string) => {
    const mailroom = await readMailroom()
    if (!mailroom) {
      dispatch({ is: 'marked', wrong: 'mailroom' })
      return fields.goTo('mailroom')
    }
    const acceptsDuplicate = duplicate !== null
    if (duplicate !== null && !(await confirm({ title: duplicate, text: '', yes: t('ButtonBookAnyway').text })))
      return fields.goTo('number')
    // Its last try may have been under way when the correction began.
    if (bookings.booked.some(({ id }) => id === corrected?.id)) {
      dispatch({ is: 'correction-ended', keepsValues: true })
      return toast.warning(t('MsgBookedMeanwhile').text)
    }
    const known = { recipient, courierId, mailroomId: mailroom, trackingNumber: number, acceptsDuplicate }
    const created = { notifiesLater: isBatch, packageNumber: newPackageNumber(), now: new Date() }
    const draft = draftOf(state, { ...known, ...created })
    try {
      // A corrected one keeps its id: the server may have booked it although its reply was lost.
      await bookings.put({ id: corrected?.id ?? newId(), draft, photo: values.photo, isBooked: false, refusal: null })
    } catch {
      return toast.error(t('MsgNotKept').text, { title: t('MsgBookFailed').text })
    }
    rememberMailroom(recipient.BuildingId, mailroom)
    // At once: the next key belongs to the form again, and would be lost in what was scanned ahead.
    const lastCourier = { id: courierId, isOfNumber: [courier, ...offered].some((one) => one?.Id === courierId) }
    const following = flushSync(() => dispatch({ is: 'stored', lastCourier }))
    fields.goTo(following.entered ? 'recipient' : 'number')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A second Enter must not book the package twice.
    if (state.isBooking) return void dispatch({ is: 'scanned-ahead', change: { isEntered: true } })
    if (isOther) {
      dispatch({ is: 'marked', wrong: 'number' })
      return fields.select('number')
    }
    const field = fieldAfterEnter(state, courierId, fields.isIn('number'))
    dispatch({ is: 'entered' })
    if (field || !values.recipient || !courierId) {
      // Enter in the number is only the first step, so nothing is wrong yet.
      dispatch({ is: 'marked', wrong: fields.isIn('number') ? null : field })
      return field && fields.goToAtOnce(field)
    }
    dispatch({ is: 'booking-begun' })
    fields.focus('number')
    void next(values.recipient, courierId).finally(() => dispatch({ is: 'booking-ended' }))
  }

  return {
    state,
    set,
    fields,
    submit,
    bookings,
    scanAhead: (text: string) => void dispatch({ is: 'scanned-ahead', change: { number: text } }),
    passOn: () => void dispatch({ is: 'passed-on' }),
    courierId,
    mailroomId,
    /** The number without the frame of a scanned barcode. */
    number,
    /** The couriers whose number it may be, while none is chosen. */
    offered: courierId ? [] : offered,
    misread,
    duplicate,
    ...useCorrection({ state, dispatch, bookings, goTo: fields.goTo }),
  }
}

type Dispatch = (action: IntakeAction) => IntakeState

/** The state, and a dispatch that returns the next one: a booking reads what was scanned ahead when it is done, not when it began. */
function useIntakeState(): readonly [IntakeState, Dispatch] {
  const [state, setState] = useState(EMPTY_INTAKE)
  const latest = useRef(EMPTY_INTAKE)
  const dispatch = (action: IntakeAction) => {
    latest.current = reduceIntake(latest.current, action)
    setState(latest.current)
    return latest.current
  }
  return [state, dispatch]
}

/** The inputs by field, and the focus among them. */
function useFields() {
  const inputs = useRef<Partial<Record<Field, HTMLElement | null>>>({})
  const going = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => inputs.current.number?.focus(), [])
  const focus = (field: Field) => inputs.current[field]?.focus()
  return {
    focus,
    at: (field: Field) => (element: HTMLElement | null) => {
      inputs.current[field] = element
    },
    isIn: (field: Field) => document.activeElement === inputs.current[field],
    /** The next scan replaces what is there. */
    select: (field: Field) => {
      const input = inputs.current[field]
      if (input instanceof HTMLInputElement) input.select()
    },
    /** After the change that a choice makes, because the list of a select takes the focus back when it closes. */
    goTo: (field: Field) => {
      clearTimeout(going.current)
      going.current = setTimeout(() => focus(field))
    },
    /** A fast clerk types on. */
    goToAtOnce: (field: Field) => {
      clearTimeout(going.current)
      focus(field)
    },
  }
}

type Correction = {
  readonly state: IntakeState
  readonly dispatch: Dispatch
  readonly bookings: Pick<ReturnType<typeof useBookings>, 'put' | 'remove' | 'hold'>
  readonly goTo: (field: Field) => void
}

/** What a clerk does with bookings that wait. */
function useCorrection({ state, dispatch, bookings, goTo }: Correction) {
  const { corrected } = state
  const stopCorrecting = () => {
    bookings.hold(null)
    dispatch({ is: 'correction-ended', keepsValues: false })
    goTo('number')
  }
  return {
    stopCorrecting,
    bookAnyway: (booking: Booking) =>
      void bookings.put({ ...booking, refusal: null, draft: { ...booking.draft, AcceptDuplicate: true } }),
    discard: async (booking: Booking) => {
      const { id, draft } = booking
      const text = [draft.TrackingNumber || draft.PackageNumber, draft.Name, draft.UnitNumber].filter(Boolean).join(' · ')
      const yes = discardText(booking)
      if (!(await confirm({ title: yes, text, yes, danger: true }))) return
      if (id === corrected?.id) stopCorrecting()
      await bookings.remove(id)
    },
    correct: async (booking: Booking) => {
      const question = { title: t('TitleReplaceBegun').text, text: t('HelpReplaceBegun').text, yes: t('ButtonReplace').text }
      const asks = isBegun(state) && booking.id !== corrected?.id
      if (asks && !(await confirm({ ...question, danger: true }))) return
      // It stays in the browser until the corrected one replaces it, and is not sent meanwhile.
      bookings.hold(booking.id)
      dispatch({ is: 'correction-begun', booking })
      goTo('number')
    },
  }
}
