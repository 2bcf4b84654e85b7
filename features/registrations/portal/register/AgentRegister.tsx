import type { z } from 'zod'
import { couriers } from '#features/couriers/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { AgentForm, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import { AgentProperties, AgentTerminal } from '../fields/AgentFields.tsx'
import { labelOf } from '../fields/labels.ts'
import { NativeChoice } from '../fields/NativeChoice.tsx'
import { PersonFields } from '../fields/PersonFields.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { type RegisterFormProps, registerScreen } from './RegisterPage.tsx'
import { storedDraft, useStoredOr } from './stored-draft.ts'
import { useAnswer } from './use-answer.ts'
import { useProperties } from './use-properties.ts'

type Values = z.input<typeof AgentForm>
const EMPTY: Values = {
  FirstName: '',
  LastName: '',
  Email: '',
  PhoneNumber: '',
  CourierId: '',
  UserName: '',
  Pin: '',
  PropertyIds: [],
}
const titleOf = (organisation: string) => t('TitleAgentForm', { organisation }).text

/** The public form of couriers' agents, titled with the organisation's name (spec 2 §2). */
export default registerScreen(titleOf, Form)

function Form({ state, systemName }: RegisterFormProps) {
  const { ticket, refreshes } = state
  const { bearer, organisationId, organisationName } = ticket
  const stored = storedDraft('agent', systemName)
  const draft = useDraft(AgentForm, useStoredOr(stored, EMPTY))
  const properties = useProperties({ key: `${refreshes} ${organisationId}`, organisationId, bearer }, draft.values.PropertyIds)
  const offered = useAnswer(`${refreshes} ${organisationId}`, () => call(couriers.assignable, { bearer }))
  return (
    <RegisterForm
      title={titleOf(organisationName)}
      draft={draft}
      state={state}
      stored={stored}
      choices={[properties, offered]}
      send={(values, sending) => call(registrationsOf.agent.submit, { input: { ...values, ...sending }, bearer })}
    >
      <PersonFields field={draft.field} />
      <NativeChoice
        {...draft.field('CourierId', labelOf('CourierId'))}
        choices={offered}
        onChange={(CourierId) => draft.set({ CourierId })}
      />
      <AgentTerminal draft={draft} isNew />
      <AgentProperties draft={draft} properties={properties} />
    </RegisterForm>
  )
}
