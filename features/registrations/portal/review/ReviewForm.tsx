import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { agents } from '#features/agents/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { CallError } from '#platform/portal/api/call-error.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { DraftForm, FormSection } from '#platform/portal/form/DraftForm.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import type { AgentRegistration, AgentReview, ResidentRegistration, ResidentReview } from '../../contract.ts'
import { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { APPROVAL, MAX_COMMENTS, type RegistrationType } from '../../rules.ts'
import { ReviewFacts } from './ReviewFacts.tsx'

const CONFLICT = 409
/** What a review makes stale. */
const REVIEWED = [
  registrations.residentPage,
  registrations.agentPage,
  registrations.resident,
  registrations.agent,
  agents.page,
  residents.page,
  residents.get,
  residents.info,
]

type Decision = { ApprovalStatus: (typeof APPROVAL)[keyof typeof APPROVAL] | null }
/** The decision that a pressed button stands for; Save decides nothing. */
const decisionOf = (intent: string): Decision => ({
  ApprovalStatus: Object.values(APPROVAL).find((approval) => String(approval) === intent) ?? null,
})

type Props<S extends typeof ResidentReview | typeof AgentReview> = {
  kind: RegistrationType
  registration: ResidentRegistration | AgentRegistration
  draft: Draft<S>
  send: (input: Draft<S>['values'] & Decision, idempotencyKey: string) => Promise<{ Message: string }>
  /** What is reviewed, between where the registration stands and the reviewer's comments. */
  children: ReactNode
}

/** A registration's review: where it stands, what it says, and the buttons that decide it, once (spec 2 §4). */
export function ReviewForm<S extends typeof ResidentReview | typeof AgentReview>(props: Props<S>) {
  const { kind, registration, draft, send, children } = props
  const { FirstName, LastName, Editable, EmailVerifiedAt } = registration
  const refresh = useRefresh()
  const isValid = draft.form.isValid()
  return (
    <DraftForm
      title={t('TitleReviewOf', { name: `${FirstName} ${LastName}` }).text}
      draft={draft}
      isNew={false}
      back={`/${kind}/listregistrations`}
      onSave={async (values, { intent, idempotencyKey }) => {
        try {
          return await send({ ...values, ...decisionOf(intent) }, idempotencyKey)
        } catch (error) {
          // Somebody else has decided meanwhile: the screen shows what they did.
          if (error instanceof CallError && error.status === CONFLICT) await refresh(REVIEWED)
          throw error
        }
      }}
      refreshes={REVIEWED}
      failureTitle={t('MsgRegistrationSaveFailed').text}
      readOnly={!Editable}
      buttons={
        <>
          <Button type="submit" value={APPROVAL.Approve} color="green" disabled={!isValid || EmailVerifiedAt === null}>
            {t('ButtonApprove').text}
          </Button>
          <Button type="submit" value={APPROVAL.Reject} color="red" variant="light" disabled={!isValid}>
            {t('ButtonReject').text}
          </Button>
        </>
      }
    >
      <ReviewFacts kind={kind} registration={registration} />
      {children}
      <FormSection title={t('SectionReview').text}>
        <Textarea
          {...draft.field('Comments')}
          label={t('LabelComments').text}
          description={t('HelpComments').text}
          maxLength={MAX_COMMENTS}
          autosize
          minRows={2}
        />
      </FormSection>
    </DraftForm>
  )
}
