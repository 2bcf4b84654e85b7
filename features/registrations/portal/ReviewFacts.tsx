import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useChange } from '#platform/portal/queries.ts'
import { When } from '#platform/portal/times.tsx'
import { toast } from '#platform/portal/toast.tsx'
import { type AgentRegistration, type ResidentRegistration, registrations } from '../contract.ts'
import { say } from '../messages.ts'
import type { RegistrationType } from '../rules.ts'
import { statusMark, verifiedMark } from './status-marks.tsx'

type Registration = ResidentRegistration | AgentRegistration
const SEND_AGAIN = { resident: registrations.sendResidentVerification, agent: registrations.sendAgentVerification }

/** Where a registration stands: its status, the address, and who decided it when. */
export function ReviewFacts({ kind, registration }: { kind: RegistrationType; registration: Registration }) {
  const { Id, Editable, EmailVerifiedAt, SubmittedAt, ReviewerName, LastModifiedTime } = registration
  const isVerified = EmailVerifiedAt !== null
  const sendAgain = useChange(SEND_AGAIN[kind], {
    title: say('MsgVerificationSendFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <Stack gap={8}>
      <Group gap={24}>
        <Fact label={say('LabelStatus').text}>{statusMark(registration)}</Fact>
        <Fact label={say('LabelVerified').text}>{verifiedMark(isVerified)}</Fact>
        <Fact label={say('LabelSubmitted').text}>
          <When at={SubmittedAt} exact />
        </Fact>
        {LastModifiedTime && (
          <>
            <Fact label={say('LabelReviewer').text}>{ReviewerName}</Fact>
            <Fact label={say('LabelLastModified').text}>
              <When at={LastModifiedTime} exact />
            </Fact>
          </>
        )}
      </Group>
      {Editable && !isVerified && (
        <Group gap={8}>
          <Text size="sm">{say('MsgNotVerified').text}</Text>
          <Button
            variant="default"
            size="xs"
            loading={sendAgain.isPending}
            onClick={() => sendAgain.mutate({ params: { registrationId: Id } })}
          >
            {say('ButtonSendVerification').text}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    {children}
  </div>
)
