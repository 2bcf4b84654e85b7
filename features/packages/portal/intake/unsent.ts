import { useEffect } from 'react'
import { localStore } from '#platform/portal/session/storage.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'

/** Notes whether bookings of the owner wait in this browser: their database is opened only then. */
const keyOf = (owner: string) => `unsentBookings ${owner}`
export const noteUnsent = (owner: string, count: number) =>
  count > 0 ? localStore.write(keyOf(owner), 'yes') : localStore.forget(keyOf(owner))

/** Whose bookings the signed-in user sees and sends. */
export const useOwner = () => {
  const { organisation, userId } = useViewer()
  return `${organisation.id} ${userId}`
}

/** Reminds a clerk who left quick intake without a connection of what was not sent. */
export function useUnsentReminder() {
  const owner = useOwner()
  useEffect(() => {
    if (!localStore.read(keyOf(owner))) return
    import('./booking-store.ts').then(({ remindOfUnsent }) => remindOfUnsent(owner)).catch(() => {})
  }, [owner])
}
