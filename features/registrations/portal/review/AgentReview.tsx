import { Text } from '@mantine/core'
import type { AgentDraft } from '#features/agents/contract.ts'
import { RoleCourierPicker } from '#features/agents/portal/shared/RoleCourierPicker.tsx'
import { couriers } from '#features/couriers/contract.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { type AgentForm, AgentReview, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { AgentRegistration } from '../../review-contract.ts'
import { AgentProperties, AgentTerminal } from '../fields/AgentFields.tsx'
import { PersonFields } from '../fields/PersonFields.tsx'
import { Duplicates } from './Duplicates.tsx'
import { commonValues, ReviewFields, ReviewForm, reviewScreen } from './ReviewForm.tsx'

/** The review of an agent's registration. */
export default reviewScreen('agent', registrationsOf.agent.get, Review)

function Review({ registration }: { registration: AgentRegistration }) {
  const { Id, CourierId, UserName, PropertyIds, RoleTypeId, Editable, OtherProperties, IsUserNameTaken } = registration
  const values = { ...commonValues(registration), CourierId, UserName, Pin: '', PropertyIds, RoleTypeId }
  const draft = useDraft(AgentReview, values)
  const fields = draft as unknown as Draft<typeof AgentForm>
  const isStillTaken = IsUserNameTaken && draft.values.UserName === UserName
  return (
    <ReviewForm
      kind="agent"
      registration={registration}
      draft={draft}
      loadError={useCall(couriers.assignable).error}
      send={(input) => call(registrationsOf.agent.review, { params: { registrationId: Id }, input })}
    >
      <Duplicates kind="agent" registration={registration} />
      <ReviewFields registration={registration} person={<PersonFields field={fields.field} />}>
        {(properties) => (
          <>
            <FormSection title={t('SectionWork').text}>
              <RoleCourierPicker draft={draft as unknown as Draft<typeof AgentDraft>} saved={registration} />
              <AgentProperties draft={fields} properties={properties} />
            </FormSection>
            <FormSection title={label('SectionTerminal').text}>
              <AgentTerminal draft={fields} isNew={false} userNameHelp={isStillTaken ? t('HelpUserNameTaken').text : undefined} />
            </FormSection>
          </>
        )}
      </ReviewFields>
      {Editable && OtherProperties > 0 && (
        <Text c="dimmed" size="sm">
          {t('HelpOtherProperties', { count: OtherProperties }).text}
        </Text>
      )}
    </ReviewForm>
  )
}
