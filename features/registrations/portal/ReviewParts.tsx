import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { useChange } from '#platform/portal/queries.ts'
import { When } from '#platform/portal/times.tsx'
import { toast } from '#platform/portal/toast.tsx'
import { type AgentRegistration, type Likeness, type ResidentRegistration, registrations } from '../contract.ts'
import { say } from '../messages.ts'
import { MAX_COMMENTS, type RegistrationType } from '../rules.ts'
import classes from './register.module.css'
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

const MARKS = [
  ['HasSameEmail', 'WordSameEmail'],
  ['HasSamePhone', 'WordSamePhone'],
  ['IsSamePerson', 'WordSamePerson'],
] as const
const reasonsOf = (one: Likeness): string =>
  [
    ...MARKS.flatMap(([mark, word]) => (one[mark] ? [say(word).text] : [])),
    ...(one.IsRegistration ? [say('WordOtherRegistration').text] : []),
  ].join(', ')
/** How somebody who may be the same is called: 'Anna Berg, 12C, North Tower'. */
export const likenessName = ({ Name, UnitNumber, PlaceName }: Likeness): string =>
  [Name, UnitNumber, PlaceName].filter(Boolean).join(', ')

/** Who may be here already. */
export function Duplicates({ of, children }: { of: readonly Likeness[]; children?: ReactNode }) {
  return (
    <section className={classes.duplicates}>
      <strong>{say('SectionDuplicates').text}</strong>
      <ul>
        {of.map((one) => (
          <li key={one.Id}>
            {likenessName(one)}: {reasonsOf(one)}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

/** The reviewer's own words, for staff. */
export function CommentsField({ field }: { field: object }) {
  return (
    <FormSection title={say('SectionReview').text}>
      <Textarea
        {...field}
        label={say('LabelComments').text}
        description={say('HelpComments').text}
        maxLength={MAX_COMMENTS}
        autosize
        minRows={2}
      />
    </FormSection>
  )
}

/** What decides: the intents that a form is sent with. */
export const INTENTS = { approve: 'approve', reject: 'reject' } as const
export function DecisionButtons({ isValid, isVerified }: { isValid: boolean; isVerified: boolean }) {
  return (
    <>
      <Button type="submit" value={INTENTS.approve} color="green" disabled={!isValid || !isVerified}>
        {say('ButtonApprove').text}
      </Button>
      <Button type="submit" value={INTENTS.reject} color="red" variant="light" disabled={!isValid}>
        {say('ButtonReject').text}
      </Button>
    </>
  )
}
