import { t as photo } from '#platform/photo-messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError, textsOf } from '#platform/portal/api/call-error.ts'
import { checkConnection } from '#platform/portal/api/connection.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { packageForm } from '../../editing-contract.ts'
import { intake } from '../../intake-contract.ts'
import { newPackageNumber } from '../../package-number.ts'
import { type Booking, bookings } from './booking-store.ts'

/** Refusals that every booking would get: signed out, too many requests, a busy server. */
const isOfServer = ({ status }: CallError) => status === 401 || status === 429 || status === 503
/** No reply, or a defect of the server: it may be this booking's or that of all. */
const isFailure = ({ status }: CallError) => status === 0 || status >= 500

/** Failures after which the pauses double, up to five minutes. */
const FAST_TRIES = 3
const PAUSE_MS = 4000
const LONGEST_PAUSE_MS = 300_000

/** What became of a booking; 'later': the server is out of reach or busy, 'failed': this one could not be sent, others may. */
export type Outcome = 'sent' | 'refused' | 'later' | 'failed'

/** Sends a booking and notes what became of it: deleted once it is complete, marked when it was refused or could not be sent. */
export async function sendBooking(booking: Booking): Promise<Outcome> {
  try {
    return await sendParts(booking)
  } catch (error) {
    if (error instanceof CallError && (isOfServer(error) || (error.status === 0 && !(await checkConnection())))) return 'later'
    return noteFailure(booking, error)
  }
}

async function sendParts(booking: Booking): Promise<Outcome> {
  const { id, owner } = booking
  try {
    if (!booking.isBooked) {
      const [, BookedBy] = owner.split(' ')
      const reply = await call(packageForm.create, { params: { packageId: id }, input: { ...booking.draft, BookedBy } })
      // Another server's page, as of a network that asks to sign in, is no confirmation.
      if (reply.Id !== id) return 'later'
    }
  } catch (error) {
    if (!isRefusal(error) || error.code === 'MsgBookedByAnother') throw error
    if (error.field === 'PackageNumber') {
      await bookings.replace(booking, { ...booking, draft: { ...booking.draft, PackageNumber: newPackageNumber() } })
      return 'failed'
    }
    await bookings.replace(booking, { ...booking, failure: undefined, refusal: { code: error.code, message: error.message } })
    return 'refused'
  }
  if (booking.photo) {
    if (!booking.isBooked) await bookings.replace(booking, { ...booking, isBooked: true })
    try {
      await call(intake.savePhoto, { params: { packageId: id }, input: { Image: booking.photo } })
    } catch (error) {
      if (!isRefusal(error)) throw error
      toast.failure(error, photo('WordPhoto').text)
    }
  }
  await bookings.replace(booking, null)
  return 'sent'
}

const isRefusal = (error: unknown): error is CallError => error instanceof CallError && !isOfServer(error) && !isFailure(error)

async function noteFailure(sent: Booking, error: unknown): Promise<Outcome> {
  const stored = await bookings.read(sent.id)
  if (!stored) return 'failed'
  const count = (stored.failure?.count ?? 0) + 1
  const pause = Math.min(PAUSE_MS * 2 ** Math.max(count - FAST_TRIES, 0), LONGEST_PAUSE_MS)
  await bookings.replace(sent, { ...stored, failure: { count, message: textsOf(error).message, retryAt: Date.now() + pause } })
  return 'failed'
}
