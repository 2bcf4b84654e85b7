import { type MeaningKind, StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { t } from '../messages.ts'
import { REGISTRATION_STATUS } from '../rules.ts'

const KINDS: Readonly<Record<number, MeaningKind>> = {
  [REGISTRATION_STATUS.Pending]: 'look',
  [REGISTRATION_STATUS.Approved]: 'good',
  [REGISTRATION_STATUS.Rejected]: 'off',
}

type Status = { RegistrationStatusId: number; RegistrationStatus: string }
/** The status of a registration. */
export const statusBadge = ({ RegistrationStatusId, RegistrationStatus }: Status) => (
  <StatusBadge kind={KINDS[RegistrationStatusId] ?? 'off'}>{RegistrationStatus}</StatusBadge>
)

export const verifiedText = (isVerified: boolean): string => t(isVerified ? 'WordVerified' : 'WordNotVerified').text
/** Whether the e-mail is verified. */
export const verifiedBadge = (isVerified: boolean) => (
  <StatusBadge kind={isVerified ? 'good' : 'look'}>{verifiedText(isVerified)}</StatusBadge>
)
