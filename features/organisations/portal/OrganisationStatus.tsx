import { t as label } from '#platform/labels.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'

export const statusText = (isActive: boolean): string => label(isActive ? 'LabelActive' : 'LabelInactive').text

/** Whether users can sign in. */
export const OrganisationStatus = ({ isActive }: { isActive: boolean }) => (
  <StatusBadge kind={isActive ? 'good' : 'off'}>{statusText(isActive)}</StatusBadge>
)
