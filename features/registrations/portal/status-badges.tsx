import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t } from '../messages.ts'
import { REGISTRATION_STATUS } from '../rules.ts'

const KINDS: Readonly<Record<number, MeaningKind>> = {
  [REGISTRATION_STATUS.Pending]: 'look',
  [REGISTRATION_STATUS.Approved]: 'good',
  [REGISTRATION_STATUS.Rejected]: 'off',
}

type Standing = { RegistrationStatusId: number; RegistrationStatus: string }
/** Where a registration stands. */
export const statusMark = ({ RegistrationStatusId, RegistrationStatus }: Standing) => (
  <StatusBadge kind={KINDS[RegistrationStatusId] ?? 'off'}>{RegistrationStatus}</StatusBadge>
)

export const verifiedText = (isVerified: boolean): string => t(isVerified ? 'WordVerified' : 'WordNotVerified').text
/** Whether the address is the registrant's own. */
export const verifiedMark = (isVerified: boolean) => (
  <StatusBadge kind={isVerified ? 'good' : 'look'}>{verifiedText(isVerified)}</StatusBadge>
)
