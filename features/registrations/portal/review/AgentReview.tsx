import { Text } from '@mantine/core'
import type { z } from 'zod'
import type { AgentDraft } from '#features/agents/contract.ts'
import { RoleCourierPicker } from '#features/agents/portal/shared/RoleCourierPicker.tsx'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { type AgentForm, type AgentRegistration, AgentReview, registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { AgentProperties, AgentTerminal } from '../fields/AgentFields.tsx'
import { PersonFields } from '../fields/PersonFields.tsx'
import { Duplicates } from './Duplicates.tsx'
import { ReviewForm, reviewScreen } from './ReviewForm.tsx'

type Values = z.input<typeof AgentReview>
type Part = { draft: Draft<typeof AgentReview>; registration: AgentRegistration }

/** The review of an agent's registration: changes, approval or rejection (spec 2 §2, §4). */
export default reviewScreen(registrations.agent, Review)

const valuesOf = (registration: AgentRegistration): Values => ({
  FirstName: registration.FirstName,
  LastName: registration.LastName,
  Email: registration.Email,
  PhoneNumber: registration.PhoneNumber,
  CourierId: registration.CourierId,
  UserName: registration.UserName,
  Pin: '',
  PropertyIds: registration.PropertyIds,
  RoleTypeId: registration.RoleTypeId,
  Comments: registration.Comments,
})

function Review({ registration }: { registration: AgentRegistration }) {
  const { Id, Editable, OtherProperties } = registration
  const draft = useDraft(AgentReview, valuesOf(registration))
  const part = { draft, registration }
  return (
    <ReviewForm
      kind="agent"
      {...part}
      send={(input) => call(registrations.reviewAgent, { params: { registrationId: Id }, input })}
    >
      {Editable && registration.Duplicates.length > 0 && <Duplicates of={registration.Duplicates} />}
      <Form {...part} />
      {Editable && OtherProperties > 0 && (
        <Text c="dimmed" size="sm">
          {t('HelpOtherProperties', { count: OtherProperties }).text}
        </Text>
      )}
    </ReviewForm>
  )
}

function Form({ draft, registration }: Part) {
  const { OrganisationId: organisationId, IsUserNameTaken, UserName } = registration
  const properties = useCall(registrations.properties, { params: { organisationId } })
  const fields = draft as unknown as Draft<typeof AgentForm>
  const isStillTaken = IsUserNameTaken && draft.values.UserName === UserName
  return (
    <Loaded query={properties} failure={t('MsgRegistrationLoadFailed').text}>
      {() => (
        <>
          <FormSection title={label('SectionPerson').text}>
            <PersonFields field={fields.field} />
          </FormSection>
          <FormSection title={t('SectionWork').text}>
            <RoleCourierPicker draft={draft as unknown as Draft<typeof AgentDraft>} saved={registration} />
            <AgentProperties draft={fields} properties={properties} />
          </FormSection>
          <FormSection title={label('SectionTerminal').text}>
            <AgentTerminal draft={fields} isNew={false} userNameHelp={isStillTaken ? t('HelpUserNameTaken').text : undefined} />
          </FormSection>
        </>
      )}
    </Loaded>
  )
}
