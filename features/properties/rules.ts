import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** Whatever is in a property is in one of its buildings, so these keep it. */
export const whyNotDelete = ({ hasBuildings }: { readonly hasBuildings: boolean }): Message | null =>
  hasBuildings ? t('MsgPropertyHasBuildings') : null

/** The IANA time zones, by name (spec 3 §3). */
export const TIME_ZONES: readonly string[] = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].sort()

/** Whether a time zone is one of them: browsers and PostgreSQL read some other names, such as `IST`, differently or not at all. */
export const isTimeZone = (id: string): boolean => TIME_ZONES.includes(id)
