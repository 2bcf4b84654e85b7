import { t as photo } from '#platform/photo-messages.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { packageForm } from '../../editing-contract.ts'
import { intake } from '../../intake-contract.ts'
import { newPackageNumber } from '../../package-number.ts'
import { type Booking, bookings } from './booking-store.ts'

/** Refusals that are over by themselves: no reply, signed out, too many requests, a server that cannot serve. */
const isPassing = ({ status }: CallError) => status === 0 || status === 401 || status === 429 || status >= 500

/**
 * Sends a booking and notes what became of it: deleted once it is complete, marked when it was refused.
 * @returns 'later' when it has to be sent again
 */
export async function sendBooking(booking: Booking): Promise<'sent' | 'refused' | 'later'> {
  try {
    if (!booking.isBooked) {
      const reply = await call(packageForm.create, { params: { packageId: booking.id }, input: booking.draft })
      // Another server's page, as of a network that asks to sign in, is no confirmation.
      if (reply.Id !== booking.id) return 'later'
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isPassing(error)) return 'later'
    if (error.field === 'PackageNumber') {
      await bookings.put({ ...booking, draft: { ...booking.draft, PackageNumber: newPackageNumber() } })
      return 'later'
    }
    await bookings.put({ ...booking, refusal: { code: error.code, message: error.message } })
    return 'refused'
  }
  if (booking.photo) {
    await bookings.put({ ...booking, isBooked: true })
    try {
      await call(intake.savePhoto, { params: { packageId: booking.id }, input: { Image: booking.photo } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isPassing(error)) return 'later'
      toast.failure(error, photo('WordPhoto').text)
    }
  }
  await bookings.remove(booking.id)
  return 'sent'
}
