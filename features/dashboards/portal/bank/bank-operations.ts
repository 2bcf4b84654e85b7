import { layouts } from '#features/layout/contract.ts'
import { packages } from '#features/packages/contract.ts'
import { dashboards } from '../../contract.ts'

/** All that a locker bank's screen shows: asked again when something happens at the bank. */
export const BANK_OPERATIONS = [
  dashboards.summary,
  dashboards.layout,
  dashboards.lockerSummary,
  dashboards.packageSummary,
  dashboards.choices,
  layouts.locker,
  packages.ofLockerBank,
] as const
