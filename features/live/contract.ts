import { z } from 'zod'
import { operation } from '#platform/operation.ts'

/**
 * What open screens are notified of, each about one locker bank: its lockers and packages, its status line, its alerts, a
 * command to open a door that was sent, a door that opened. `brake` is about the organisation: remote opening was stopped or released.
 */
export const LIVE_TOPICS = ['packages', 'status', 'alerts', 'opening', 'opened', 'brake'] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** The data of a live event named `change`: what to request again. An event named `missed` means: everything. */
export const LiveChange = z.object({
  /** Null, like the locker bank: the whole organisation. */
  PropertyId: z.string().nullable(),
  LockerBankId: z.string().nullable(),
  Topic: z.enum(LIVE_TOPICS),
  /** The locker that was commanded to open (`opening`), or whose door opened (`opened`). */
  LockerId: z.string().optional(),
})
export type LiveChange = z.infer<typeof LiveChange>

export const live = {
  stream: operation('GET', '/dashboard/live', {
    permission: ['ViewDashboard', 'ViewLockerBankDashboard'],
    summary: 'Server-sent events: `change` names a locker bank that changed, `missed` means that anything may have changed',
    output: z.string(),
  }),
}
