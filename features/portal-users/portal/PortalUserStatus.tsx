import { t as label } from '#platform/labels.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t } from '../messages.ts'
import { USER_STATUS, type UserStatus } from '../rules.ts'

const MARKS = {
  [USER_STATUS.Active]: { kind: 'good', text: label('LabelActive') },
  [USER_STATUS.Inactive]: { kind: 'off', text: label('LabelInactive') },
  [USER_STATUS.Invited]: { kind: 'look', text: t('StatusInvited') },
} as const

export const statusText = (status: UserStatus): string => MARKS[status].text.text

/** Whether a user is active, inactive or has not accepted the invitation. */
export const PortalUserStatus = ({ status }: { status: UserStatus }) => (
  <StatusBadge kind={MARKS[status].kind}>{statusText(status)}</StatusBadge>
)
