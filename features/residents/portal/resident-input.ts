import type { z } from 'zod'
import type { Resident, ResidentDraft } from '../contract.ts'

/** What the form fills in. */
export type Values = z.input<typeof ResidentDraft>

/**
 * What a save of the form sends: the version that was `read`, and the access code only where it was edited, since somebody may
 * have replaced it meanwhile. `read` is null for a new resident.
 */
export const inputOf = ({ LockerAccessCode, ...values }: Values, read: Resident | null) => ({
  ...values,
  ...(LockerAccessCode !== (read?.LockerAccessCode ?? '') && { LockerAccessCode }),
  ...(read && { Version: read.Version }),
})
