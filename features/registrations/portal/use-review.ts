import { residents } from '#features/residents/contract.ts'
import { CallError } from '#platform/portal/call-error.ts'
import { useRefresh } from '#platform/portal/queries.ts'
import { registrations } from '../contract.ts'
import { APPROVAL } from '../rules.ts'
import { INTENTS } from './ReviewParts.tsx'

const CONFLICT = 409

/** The decision that a pressed button stands for; Save decides nothing. */
export const approvalOf = (intent: string) =>
  intent === INTENTS.approve ? APPROVAL.Approve : intent === INTENTS.reject ? APPROVAL.Reject : null

/** What a review makes stale. */
export const REVIEWED = [
  registrations.residentPage,
  registrations.agentPage,
  registrations.resident,
  registrations.agent,
  residents.page,
  residents.get,
  residents.info,
]

/** Sends a review; when somebody else has decided meanwhile, the screen shows what they did. */
export function useReviewing() {
  const refresh = useRefresh()
  return async <Reply>(send: () => Promise<Reply>): Promise<Reply> => {
    try {
      return await send()
    } catch (error) {
      if (error instanceof CallError && error.status === CONFLICT) await refresh(REVIEWED)
      throw error
    }
  }
}
