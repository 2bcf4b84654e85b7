import { Meaning, type MeaningKind } from '#platform/portal/Meaning.tsx'
import { say } from '../messages.ts'
import { REGISTRATION_STATUS } from '../rules.ts'

const KINDS: Readonly<Record<number, MeaningKind>> = {
  [REGISTRATION_STATUS.Pending]: 'look',
  [REGISTRATION_STATUS.Approved]: 'good',
  [REGISTRATION_STATUS.Rejected]: 'off',
}

type Standing = { RegistrationStatusId: number; RegistrationStatus: string }
/** Where a registration stands. */
export const statusMark = ({ RegistrationStatusId, RegistrationStatus }: Standing) => (
  <Meaning kind={KINDS[RegistrationStatusId] ?? 'off'}>{RegistrationStatus}</Meaning>
)

export const verifiedText = (isVerified: boolean): string => say(isVerified ? 'WordVerified' : 'WordNotVerified').text
/** Whether the address is the registrant's own. */
export const verifiedMark = (isVerified: boolean) => (
  <Meaning kind={isVerified ? 'good' : 'look'}>{verifiedText(isVerified)}</Meaning>
)
