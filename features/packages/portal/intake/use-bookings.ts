import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { watchConnection } from '#platform/portal/api/connection.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { packages } from '../../contract.ts'
import { intake } from '../../intake-contract.ts'
import { type Booking, bookings } from './booking-store.ts'
import { sendBooking } from './send-booking.ts'
import { noteUnsent, useOwner } from './unsent.ts'

const PAUSE_MS = 5000
/** Booked packages that are listed. */
const SHOWN = 20

/** The bookings of the user in this browser, sent one after the other while the screen is open, and those that were booked since. */
export function useBookings() {
  const owner = useOwner()
  const refresh = useRefresh()
  const [waiting, setWaiting] = useState<readonly Booking[]>([])
  const [booked, setBooked] = useState<readonly Booking[]>([])
  const isSending = useRef(false)
  const isOpen = useRef(true)
  /** The booking that is being corrected, which is not sent meanwhile. */
  const held = useRef<string | null>(null)
  const isWaiting = ({ id, refusal }: Booking) => refusal === null && id !== held.current
  const isDue = (booking: Booking) => isWaiting(booking) && (booking.failure?.retryAt ?? 0) <= Date.now()
  const read = async () => {
    const all = await bookings.of(owner)
    setWaiting(all)
    noteUnsent(owner, all.length)
    return all
  }
  /** Sends what is due; `atOnce`: also what failed before. What fails does not keep the others from being sent. */
  const sendAll = useEffectEvent(async (atOnce = false) => {
    if (isSending.current) return
    isSending.current = true
    const tried = new Set<string>()
    const nextDue = async () => (await read()).find((one) => !tried.has(one.id) && (atOnce ? isWaiting(one) : isDue(one)))
    try {
      for (let next = await nextDue(); next && isOpen.current; next = await nextDue()) {
        tried.add(next.id)
        const outcome = await sendBooking(next)
        if (outcome === 'later') break
        const sent = next
        if (outcome === 'sent') setBooked((before) => [sent, ...before].slice(0, SHOWN))
      }
    } finally {
      isSending.current = false
      await read()
    }
    await refresh([packages.page, intake.held])
  })
  const isDueNow = useEffectEvent(isDue)
  useEffect(() => {
    isOpen.current = true
    const send = (atOnce = false) => void sendAll(atOnce).catch(() => {})
    send(true)
    const timer = setInterval(
      () =>
        void bookings.of(owner).then(
          (all) => all.some(isDueNow) && send(),
          () => {},
        ),
      PAUSE_MS,
    )
    const stop = watchConnection((isLost) => !isLost && send(true))
    return () => {
      isOpen.current = false
      clearInterval(timer)
      stop()
    }
  }, [owner])
  /** Stores a booking, and sends it; rejects when the browser cannot store it. */
  const put = async (booking: Omit<Booking, 'owner'>) => {
    await bookings.put({ ...booking, owner })
    if (held.current === booking.id) held.current = null
    await read()
    void sendAll().catch(() => {})
  }
  const remove = async (id: string) => {
    await bookings.remove(id)
    await read()
  }
  const hold = (id: string | null) => {
    held.current = id
  }
  return { waiting, booked, put, remove, hold }
}
