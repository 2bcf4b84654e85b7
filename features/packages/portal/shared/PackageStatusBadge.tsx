import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconPackage,
  IconPackageExport,
  IconTruckReturn,
} from '@tabler/icons-react'
import { GROUPS, type Group } from '#features/package-statuses/statuses.ts'
import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'

/** Kind and icon of each status group. */
const BADGES: Readonly<Record<Group, { kind: MeaningKind; icon: typeof IconPackage }>> = {
  Active: { kind: 'good', icon: IconPackage },
  Outbound: { kind: 'good', icon: IconPackageExport },
  Expired: { kind: 'look', icon: IconClockExclamation },
  Flagged: { kind: 'stop', icon: IconAlertTriangle },
  Collected: { kind: 'off', icon: IconCircleCheck },
  Recovered: { kind: 'off', icon: IconTruckReturn },
}
const groupById = (id: number) => (Object.keys(GROUPS) as Group[]).find((group) => GROUPS[group] === id)

/** A package's status with the colour and icon of its group. */
export function PackageStatusBadge({ status, groupId }: { status: string; groupId: number }) {
  const group = groupById(groupId)
  if (!group) return status
  return <StatusBadge {...BADGES[group]}>{status}</StatusBadge>
}
