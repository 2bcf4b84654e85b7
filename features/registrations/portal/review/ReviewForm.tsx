import { Textarea } from '@mantine/core'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { agents } from '#features/agents/contract.ts'
import { buildings } from '#features/buildings/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { t as label } from '#platform/labels.ts'
import type { Operation } from '#platform/operation.ts'
import { personName } from '#platform/person-name.ts'
import { call } from '#platform/portal/api/call.ts'
import { CallError, reasonOf, textsOf } from '#platform/portal/api/call-error.ts'
import { isChangedElsewhere } from '#platform/portal/api/changed-elsewhere.ts'
import { useCall, useRefresh } from '#platform/portal/api/queries.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { confirm } from '#platform/portal/feedback/dialogs.tsx'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { DraftForm, FormSection, SubmitButton } from '#platform/portal/form/DraftForm.tsx'
import type { Draft } from '#platform/portal/form/use-draft.ts'
import { ScreenLink } from '#platform/portal/navigation/links.tsx'
import { detailsTab, historyTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useRecordPath } from '#platform/portal/record/record-path.ts'
import type { AgentReview, ResidentReview } from '../../contract.ts'
import { registrations, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { AgentRegistration, ResidentRegistration } from '../../review-contract.ts'
import { APPROVAL, MAX_COMMENTS, REGISTRATION_TYPES, RETENTION_DAYS, type RegistrationType } from '../../rules.ts'
import type { Choices } from '../register/use-answer.ts'
import { StoppedForm } from '../StoppedForm.tsx'
import { statusBadge } from '../status-badges.tsx'
import { ReviewFacts } from './ReviewFacts.tsx'

const CONFLICT = 409
/** Queries that a review invalidates. */
const STALE = [
  ...REGISTRATION_TYPES.flatMap((kind) => {
    const { page, get, changes } = registrationsOf[kind]
    return [page, get, changes]
  }),
  agents.page,
  residents.page,
  residents.get,
  residents.info,
]

/** What the fields offer. */
const CHOICES = [registrations.properties, buildings.ofProperty, couriers.assignable]

type Registration = ResidentRegistration | AgentRegistration

/** The initial values of the fields that both kinds have. */
export const commonValues = ({ Version, FirstName, LastName, Email, PhoneNumber, Comments }: Registration) => ({
  Version,
  FirstName,
  LastName,
  Email,
  PhoneNumber,
  Comments,
})

type Decision = { ApprovalStatus: (typeof APPROVAL)[keyof typeof APPROVAL] | null }
/** The decision of the pressed button; Save decides nothing. */
const decisionOf = (intent: string): Decision => ({
  ApprovalStatus: Object.values(APPROVAL).find((approval) => String(approval) === intent) ?? null,
})

const isRejection = (intent: string) => intent === String(APPROVAL.Reject)

/** Asks before a rejection and names its consequences; an address that was changed is not verified. */
function rejectionQuestion({ FirstName, LastName, Email, EmailVerifiedAt }: Registration, email: string) {
  const isMailed = EmailVerifiedAt !== null && email.toLowerCase() === Email.toLowerCase()
  const mail = isMailed ? t('TextRejectMail', { email }) : t('TextRejectNoMail')
  return {
    title: t('AskReject', { name: personName(FirstName, LastName) }).text,
    text: `${mail.text} ${t('TextRejectPurged', { days: RETENTION_DAYS }).text}`,
    yes: t('ButtonReject').text,
    danger: true,
  }
}

type Props<S extends typeof ResidentReview | typeof AgentReview> = {
  kind: RegistrationType
  registration: Registration
  draft: Draft<S>
  send: (input: Draft<S>['values'] & Decision, idempotencyKey: string) => Promise<{ Message: string }>
  /** Why the choices of a field could not be loaded. */
  loadError: Error | null
  /** The fields of this kind, between the status and the reviewer's comments. */
  children: ReactNode
}

/**
 * A registration's review: status, fields, comments and the buttons that approve or reject. Any error disables it until Refresh,
 * which keeps the input (spec 2 §4).
 */
export function ReviewForm<S extends typeof ResidentReview | typeof AgentReview>(props: Props<S>) {
  const { kind, registration, draft, send, loadError, children } = props
  const { Editable, EmailVerifiedAt } = registration
  const refresh = useRefresh()
  const [failure, setFailure] = useState<string>()
  const start = async () => {
    await refresh([...STALE, ...CHOICES])
    setFailure(undefined)
  }
  const isValid = draft.form.isValid()
  const undo = async () => {
    try {
      const reply = await call(registrationsOf[kind].takeBack, { params: { registrationId: registration.Id } })
      toast.success(reply.Message)
    } catch (error) {
      toast.failure(error, t('MsgTakeBackFailed').text)
    }
    await refresh(STALE)
  }
  return (
    <DraftForm
      draft={draft}
      onSave={async (values, { intent, idempotencyKey }) => {
        try {
          const reply = await send({ ...values, ...decisionOf(intent) }, idempotencyKey)
          return isRejection(intent) ? { ...reply, undo } : reply
        } catch (error) {
          // The form merges it.
          if (isChangedElsewhere(error)) throw error
          setFailure(textsOf(error, t('MsgRegistrationSaveFailed').text).message)
          // Another reviewer has decided: the screen shows that decision.
          if (error instanceof CallError && error.status === CONFLICT) await refresh(STALE)
          throw error
        }
      }}
      history={historyOf(registrationsOf[kind].changes, { registrationId: registration.Id }, `${kind} registration changed`)}
      refreshes={STALE}
      failureTitle={t('MsgRegistrationSaveFailed').text}
      readOnly={!Editable}
      stopped={
        Editable &&
        (loadError ? (
          <StoppedForm
            title={t('MsgRegistrationLoadFailed').text}
            reason={reasonOf(loadError, t('MsgFormLoadFailed').text)}
            help={t('HelpRefresh').text}
            refresh={start}
          />
        ) : (
          failure !== undefined && <StoppedForm reason={failure} help={t('HelpRefresh').text} refresh={start} />
        ))
      }
      confirms={async (intent) => !isRejection(intent) || confirm(rejectionQuestion(registration, draft.form.getValues().Email))}
      primary={
        <SubmitButton intent={String(APPROVAL.Approve)} disabled={!isValid || EmailVerifiedAt === null}>
          {t('ButtonApprove').text}
        </SubmitButton>
      }
      buttons={
        <SubmitButton intent={String(APPROVAL.Reject)} color="red" variant="light" disabled={!isValid}>
          {t('ButtonReject').text}
        </SubmitButton>
      }
    >
      <ReviewFacts kind={kind} registration={registration} />
      {children}
      <FormSection title={t('SectionReview').text}>
        <Textarea
          {...draft.field('Comments', t('LabelComments').text)}
          description={t('HelpComments').text}
          maxLength={MAX_COMMENTS}
          autosize
          minRows={2}
        />
      </FormSection>
    </DraftForm>
  )
}

/** The way to the resident or agent that the registration became. */
function ApprovedLink({ kind, registration: { ApprovedId } }: Pick<Props<typeof AgentReview>, 'kind' | 'registration'>) {
  const path = useRecordPath({ kind, id: ApprovedId })
  return path && <ScreenLink to={path}>{t(kind === 'resident' ? 'LinkToResident' : 'LinkToAgent').text}</ScreenLink>
}

/** The page of a registration: the review and its history. */
function ReviewPage({ kind, registration, children }: Pick<Props<typeof AgentReview>, 'kind' | 'registration' | 'children'>) {
  const list = {
    title: t(kind === 'resident' ? 'TitleResidentRegistrations' : 'TitleAgentRegistrations').text,
    path: `/${kind}/listregistrations`,
  }
  const { FirstName, LastName } = registration
  return (
    <RecordPage
      list={list}
      name={t('TitleReviewOf', { name: personName(FirstName, LastName) }).text}
      status={statusBadge(registration)}
      actions={<ApprovedLink kind={kind} registration={registration} />}
      tabs={[detailsTab(children), historyTab(registrationsOf[kind].changes, { registrationId: registration.Id })]}
    />
  )
}

/** The screen that reviews a registration (spec 2 §2, §4): changes, approval or rejection; a decision remounts the form. */
export const reviewScreen = <Reviewed extends Registration>(
  kind: RegistrationType,
  get: Operation<typeof registrationsOf.agent.get.params, z.ZodType, z.ZodType, z.ZodType<Reviewed>>,
  Review: ComponentType<{ registration: Reviewed }>,
): ComponentType =>
  editScreen(
    { param: 'registrationId' },
    get,
    (registration) => (
      <ReviewPage kind={kind} registration={registration}>
        <Review key={registration.RegistrationStatusId} registration={registration} />
      </ReviewPage>
    ),
    { failure: t('MsgRegistrationDetailsFailed').text, reason: t('MsgFormLoadFailed').text },
  )

type FieldsProps = {
  registration: Registration
  /** The fields of the first section. */
  person: ReactNode
  /** The other sections; called once the properties are loaded. */
  children: (properties: Choices) => ReactNode
}

/** The fields that the registrant filled in. */
export function ReviewFields({ registration, person, children }: FieldsProps) {
  const { OrganisationId: organisationId } = registration
  const properties = useCall(registrations.properties, { params: { organisationId } })
  return (
    <Loaded query={properties} failure={t('MsgRegistrationLoadFailed').text} reason={t('MsgFormLoadFailed').text}>
      {() => (
        <>
          <FormSection title={label('SectionPerson').text}>{person}</FormSection>
          {children(properties)}
        </>
      )}
    </Loaded>
  )
}
