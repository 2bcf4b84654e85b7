import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useChange } from '#platform/portal/api/queries.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { AgentRegistration, ResidentRegistration } from '../../review-contract.ts'
import type { RegistrationType } from '../../rules.ts'
import { verifiedBadge } from '../status-badges.tsx'

type Registration = ResidentRegistration | AgentRegistration

/** The verification of a registration, the reviewer and the time of the decision. */
export function ReviewFacts({ kind, registration }: { kind: RegistrationType; registration: Registration }) {
  const { Id, Editable, EmailVerifiedAt, SubmittedAt, ReviewerName, LastModifiedTime } = registration
  const isVerified = EmailVerifiedAt !== null
  const sendAgain = useChange(registrationsOf[kind].sendVerification, {
    title: t('MsgVerificationSendFailed').text,
    onDone: ({ Message }) => toast.success(Message),
  })
  return (
    <Stack gap={8}>
      <Group gap={24}>
        <Fact label={t('LabelVerified').text}>{verifiedBadge(isVerified)}</Fact>
        <Fact label={t('LabelSubmitted').text}>
          <When at={SubmittedAt} exact />
        </Fact>
        {LastModifiedTime && (
          <>
            <Fact label={t('LabelReviewer').text}>{ReviewerName}</Fact>
            <Fact label={t('LabelLastModified').text}>
              <When at={LastModifiedTime} exact />
            </Fact>
          </>
        )}
      </Group>
      {Editable && !isVerified && (
        <Group gap={8}>
          <Text size="sm">{t('MsgNotVerified').text}</Text>
          <Button
            variant="default"
            size="xs"
            loading={sendAgain.isPending}
            onClick={() => sendAgain.mutate({ params: { registrationId: Id } })}
          >
            {t('ButtonSendVerification').text}
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
