import type { Message } from '#platform/define-messages.ts'
import { t } from './opening-messages.ts'

/** The message of a reached limit, by whose openings it counts and its window. */
const LIMIT_MESSAGES = {
  person: { minute: 'MsgTooManyOpenings', hour: 'MsgTooManyOpeningsHour' },
  organisation: { minute: 'MsgTooManyOpeningsOrganisation', hour: 'MsgTooManyOpeningsOrganisationHour' },
} as const
/** Codes of refusals at a limit, whose `Retry-After` is when the limit allows the next opening. */
export const LIMIT_CODES: readonly string[] = Object.values(LIMIT_MESSAGES).flatMap((windows) => Object.values(windows))

/** A limit that was reached: `count` openings within its window. */
export type ReachedLimit = {
  readonly of: keyof typeof LIMIT_MESSAGES
  readonly window: 'minute' | 'hour'
  readonly count: number
  /** Whole seconds until it allows the next opening. */
  readonly seconds: number
}
export const limitMessage = ({ of, window, count }: ReachedLimit): Message => t(LIMIT_MESSAGES[of][window], { count })
