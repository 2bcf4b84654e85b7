import type { Message } from '#platform/define-messages.ts'
import { settle } from '#platform/given-twice.ts'
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
 * The time zone of a save, and whether the organisation is active. Each may be given by either name; of two that differ, the one that
 * was changed counts. `wrong`: where a save contradicts itself.
 */
export function settled({ TimezoneId, TimeZone, IsActive, IsOfStatus }: Twice, saved: Saved | null) {
  const zone = settle(['TimezoneId', TimezoneId], ['TimeZone', TimeZone || null], saved?.TimezoneId)
  const isActive = settle(['IsActive', IsActive], ['Status', IsOfStatus], saved?.IsActive)
  return { wrong: [...zone.wrong, ...isActive.wrong], TimezoneId: zone.value ?? '', IsActive: isActive.value }
}
