import type { Message } from '#platform/define-messages.ts'
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
