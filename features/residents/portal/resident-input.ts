import type { z } from 'zod'
import type { Resident, ResidentDraft } from '../contract.ts'

/** The form's values. */
export type Values = z.input<typeof ResidentDraft>

/**
 * The input of a save: the version of `read`, and the access code only where it was edited, because another user may have replaced
 * it. `read` is null for a new resident.
 */
export const inputOf = ({ LockerAccessCode, ...values }: Values, read: Resident | null) => ({
  ...values,
  ...(LockerAccessCode !== (read?.LockerAccessCode ?? '') && { LockerAccessCode }),
  ...(read && { Version: read.Version }),
})
