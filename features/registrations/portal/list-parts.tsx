import { Anchor } from '@mantine/core'
import { ScreenLink } from '#platform/portal/links.tsx'
import { Meaning, type MeaningKind } from '#platform/portal/Meaning.tsx'
import { useViewer } from '#platform/portal/viewer.tsx'
import { say } from '../messages.ts'
import { REGISTRATION_STATUS, type RegistrationType } from '../rules.ts'

const KINDS: Readonly<Record<number, MeaningKind>> = {
  [REGISTRATION_STATUS.Pending]: 'look',
  [REGISTRATION_STATUS.Approved]: 'good',
  [REGISTRATION_STATUS.Rejected]: 'off',
}

type Row = { RegistrationStatusId: number; RegistrationStatus: string; IsEmailVerified: boolean }

/** Where a registration stands. */
export const statusMark = ({ RegistrationStatusId, RegistrationStatus }: Omit<Row, 'IsEmailVerified'>) => (
  <Meaning kind={KINDS[RegistrationStatusId] ?? 'off'}>{RegistrationStatus}</Meaning>
)

export const verifiedText = (isVerified: boolean): string => say(isVerified ? 'WordVerified' : 'WordNotVerified').text
/** Whether the address is the registrant's own. */
export const verifiedMark = (isVerified: boolean) => (
  <Meaning kind={isVerified ? 'good' : 'look'}>{verifiedText(isVerified)}</Meaning>
)

export const reviewLink = (to: string, name: string) => (
  <Anchor component={ScreenLink} to={to} aria-label={`${say('LinkReview').text}: ${name}`}>
    {say('LinkReview').text}
  </Anchor>
)

/** The public form, for whoever is to be sent there. */
export function FormLink({ of }: { of: RegistrationType }) {
  const { systemName } = useViewer().organisation
  return (
    <Anchor href={`#/${of}/${encodeURIComponent(systemName)}/register`} target="_blank">
      {say('LinkForm').text}
    </Anchor>
  )
}
