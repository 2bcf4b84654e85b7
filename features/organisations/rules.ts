import type { Message } from '#platform/define-messages.ts'
import { type WrongField, whyDiffer } from '#platform/given-twice.ts'
import { t } from './messages.ts'

type Before = { readonly SystemName: string; readonly IsActive: boolean; readonly IsSuperAdmin: boolean }
type After = { readonly SystemName?: string | null | undefined; readonly IsActive?: boolean | null | undefined }

/** Why a saved organisation cannot be changed so: the field and the reason, or null (spec 3 §4). */
export function whyNotChange(before: Before, after: After, isSuperAdmin: boolean): { field: string; reason: Message } | null {
  if (after.SystemName && after.SystemName !== before.SystemName) return { field: 'SystemName', reason: t('MsgSystemNameFixed') }
  if (typeof after.IsActive !== 'boolean' || after.IsActive === before.IsActive) return null
  if (!isSuperAdmin) return { field: 'IsActive', reason: t('MsgActiveFixed') }
  // Otherwise nobody could activate it again.
  return before.IsSuperAdmin && !after.IsActive ? { field: 'IsActive', reason: t('MsgOwnStaysActive') } : null
}

type Twice = {
  readonly TimezoneId: string
  readonly TimeZone: string
  readonly IsActive?: boolean | null | undefined
  readonly IsOfStatus?: boolean | null | undefined
}
type Saved = { readonly TimezoneId: string; readonly IsActive: boolean }

/**
 * Where a save contradicts itself. `TimeZone` and `Status` as they were read do not: whoever changes `TimezoneId` or `IsActive` sends
 * them along.
 */
export function whyContradicts({ TimezoneId, TimeZone, IsActive, IsOfStatus }: Twice, saved: Saved | null): WrongField | null {
  const zone = TimeZone === saved?.TimezoneId ? null : TimeZone || null
  const status = IsOfStatus === saved?.IsActive ? null : IsOfStatus
  const [wrong = null] = [
    ...whyDiffer('TimezoneId', TimezoneId, 'TimeZone', zone),
    ...whyDiffer('IsActive', IsActive, 'Status', status),
  ]
  return wrong
}
