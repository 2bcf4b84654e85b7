import type { z } from 'zod'
import type { Resident, ResidentDraft } from '../contract.ts'

/** The form's values. */
export type Values = z.input<typeof ResidentDraft>

/** The query that reads a resident without the access code, which is not audited. */
export const WITHOUT_CODE = { IncludeAccessCode: 'false' } as const
/** The resident has a code that was not read. */
export const isCodeHidden = (read: Resident | null): boolean => read?.HasLockerAccessCode === true && read.LockerAccessCode === ''

/**
 * The input of a save: the version of `read`, and the access code only where it was edited, because another user may have replaced
 * it. `read` is null for a new resident.
 */
export const inputOf = ({ LockerAccessCode, ...values }: Values, read: Resident | null) => ({
  ...values,
  ...(LockerAccessCode !== (read?.LockerAccessCode ?? '') && { LockerAccessCode }),
  ...(read && { Version: read.Version }),
})
