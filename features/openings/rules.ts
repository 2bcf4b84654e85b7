import type { Message } from '#platform/define-messages.ts'
import type { OpeningLimits } from './contract.ts'
import { t } from './messages.ts'

/** Why limits cannot be saved, or null. */
export function whyNotLimits(limits: OpeningLimits): Message | null {
  const isInOrder = limits.PersonPerHour >= limits.PersonPerMinute && limits.OrganisationPerHour >= limits.OrganisationPerMinute
  return isInOrder ? null : t('MsgOpeningLimitHour')
}
