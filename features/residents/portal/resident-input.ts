import type { z } from 'zod'
import type { Resident, ResidentChange } from '../contract.ts'

/** The form's values. */
export type Values = z.input<typeof ResidentChange>

/** The query that reads a resident without the access code, which is not audited. */
export const WITHOUT_CODE = { IncludeAccessCode: 'false' } as const
/** The resident has a code that was not read. */
export const isCodeHidden = (read: Resident | null): boolean => read?.HasLockerAccessCode === true && read.LockerAccessCode === ''

/** The input of a save: the access code only where it was edited, because another user may have replaced it. */
export const inputOf = ({ LockerAccessCode, ...values }: Values, before: Values) => ({
  ...values,
  ...(LockerAccessCode !== before.LockerAccessCode && { LockerAccessCode }),
})
