import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconPackage,
  IconPackageExport,
  IconTruckReturn,
} from '@tabler/icons-react'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { GROUPS, type Group } from '../statuses.ts'

/** What a status group means to whoever runs the house, and its sign. */
const MARKS: Readonly<Record<Group, { kind: MeaningKind; icon: typeof IconPackage }>> = {
  Active: { kind: 'good', icon: IconPackage },
  Outbound: { kind: 'good', icon: IconPackageExport },
  Expired: { kind: 'look', icon: IconClockExclamation },
  Flagged: { kind: 'stop', icon: IconAlertTriangle },
  Collected: { kind: 'off', icon: IconCircleCheck },
  Recovered: { kind: 'off', icon: IconTruckReturn },
}
const groupById = (id: number) => (Object.keys(GROUPS) as Group[]).find((group) => GROUPS[group] === id)

/** A package's status in its words, with the colour and the sign of its group. */
export function StatusMark({ status, groupId }: { status: string; groupId: number }) {
  const group = groupById(groupId)
  if (!group) return status
  return <StatusBadge {...MARKS[group]}>{status}</StatusBadge>
}
