import type { StatusName } from './statuses.ts'
import { channelOfAgent, type StatusNow, TRANSITIONS } from './transitions.ts'

/** What an agent may do at a terminal, each by a change of a package that the status table lets the role make. */
const CHANGES = {
  deliver: { from: 'new', to: 'InLocker' },
  recover: { from: 'InLocker', to: 'CollectedbyAgent' },
  recoverExpired: { from: 'ExpiredInlocker', to: 'ExpiredCollectedbyAgent' },
  dryCleaning: { from: 'DroppedOffForDryCleaning', to: 'DryCleaningRecoveredbyAgent' },
} as const satisfies Record<string, { from: StatusNow; to: StatusName }>
export type Duty = keyof typeof CHANGES
export const DUTIES = Object.keys(CHANGES) as Duty[]

/** Whether an agent's role may do this at a terminal; the packages' status table decides (decisions "Package status → group"). */
export function mayAtKiosk(roleId: number, duty: Duty): boolean {
  const door = channelOfAgent(roleId)
  const { from, to } = CHANGES[duty]
  return door !== null && TRANSITIONS.some((line) => line.by.includes(door) && line.to === to && line.from.includes(from))
}
