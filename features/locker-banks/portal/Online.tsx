import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { isOnline, statusText } from '../rules.ts'

/** A bank's status: green when ONLINE, red otherwise (spec 1 §4). */
export const Online = ({ status }: { status: string }) => (
  <StatusBadge kind={isOnline(status) ? 'good' : 'stop'}>{statusText(status)}</StatusBadge>
)
