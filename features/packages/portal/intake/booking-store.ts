import { type DBSchema, openDB } from 'idb'
import type { z } from 'zod'
import { toast } from '#platform/portal/feedback/toast.tsx'
import type { PackageDraft } from '../../editing-contract.ts'
import { t } from '../../intake-messages.ts'

/** A package that was booked in this browser and that the server has not confirmed yet. */
export type Booking = {
  /** The package's id, made by the browser: sent again it changes nothing. */
  readonly id: string
  /** The organisation and the user who booked it: nobody else sends it. */
  readonly owner: string
  readonly draft: z.input<typeof PackageDraft> & { readonly PackageNumber: string }
  /** A photo of the label as a data URL; '' for none. */
  readonly photo: string
  /** Whether the package was confirmed, so that only its photo is missing. */
  readonly isBooked: boolean
  /** Why the server refused it, in the user's language; null while it waits. */
  readonly refusal: { readonly code: string; readonly message: string } | null
  /** How often it could not be sent although the server can be reached, why, and when it is tried again (ms since 1970). */
  readonly failure?: { readonly count: number; readonly message: string; readonly retryAt: number } | undefined
}

type Schema = DBSchema & { bookings: { key: string; value: Booking; indexes: { owner: string } } }

const open = () =>
  openDB<Schema>('residentialApp', 1, {
    upgrade: (db) => void db.createObjectStore('bookings', { keyPath: 'id' }).createIndex('owner', 'owner'),
  })
let opened: ReturnType<typeof open> | undefined
const database = () => {
  opened ??= open().catch((error) => {
    opened = undefined
    throw error
  })
  return opened
}

/** The bookings that wait in this browser, by the time of their ids. Rejects when the browser refuses storage. */
export const bookings = {
  of: async (owner: string): Promise<readonly Booking[]> => (await database()).getAllFromIndex('bookings', 'owner', owner),
  read: async (id: string) => (await database()).get('bookings', id),
  put: async (booking: Booking) => void (await (await database()).put('bookings', booking)),
  remove: async (id: string) => (await database()).delete('bookings', id),
  /** Replaces a booking that was sent, or deletes it (null), unless it was corrected or deleted meanwhile. */
  replace: async (sent: Booking, next: Booking | null): Promise<void> => {
    const transaction = (await database()).transaction('bookings', 'readwrite')
    const stored = await transaction.store.get(sent.id)
    if (stored && JSON.stringify(stored.draft) === JSON.stringify(sent.draft))
      await (next ? transaction.store.put(next) : transaction.store.delete(sent.id))
    await transaction.done
  },
}

/** Shows how many bookings of the owner wait in this browser, with the way to them. */
export async function remindOfUnsent(owner: string): Promise<void> {
  const count = (await bookings.of(owner)).length
  if (count === 0) return
  toast.warning(t('MsgUnsent', { count }).text, { link: { href: '#/package/new', text: t('TabIntake').text } })
}
