import type { z } from 'zod'
import { couriers } from '#features/couriers/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import { AgentForm, registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { AgentPerson, AgentProperties, AgentTerminal } from '../fields/AgentFields.tsx'
import { labelOf } from '../fields/labels.ts'
import { NativeChoice } from '../fields/NativeChoice.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { RegisterPage, type TicketState } from './RegisterPage.tsx'
import { keptDraft, useKeptOr } from './stored-draft.ts'
import { useAsked } from './use-answer.ts'

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
export default function AgentRegister({ params }: PublicScreenProps) {
  const { organisationName = '' } = params
  return (
    <RegisterPage organisation={organisationName} title={titleOf}>
      {(state) => <Form state={state} systemName={organisationName} />}
    </RegisterPage>
  )
}

function Form({ state, systemName }: { state: TicketState; systemName: string }) {
  const { bearer, organisationId, organisationName } = state.ticket
  const kept = keptDraft('agent', systemName)
  const draft = useDraft(AgentForm, useKeptOr(kept, EMPTY))
  const properties = useAsked(organisationId, () => call(registrations.properties, { params: { organisationId }, bearer }))
  const offered = useAsked(organisationId, () => call(couriers.assignable, { bearer }))
  return (
    <RegisterForm
      title={titleOf(organisationName)}
      draft={draft}
      state={state}
      kept={kept}
      send={(values, sending) => call(registrations.submitAgent, { input: { ...values, ...sending }, bearer })}
    >
      <AgentPerson draft={draft} />
      <NativeChoice
        {...draft.field('CourierId')}
        label={labelOf('CourierId')}
        choices={offered}
        onChange={(CourierId) => draft.set({ CourierId })}
      />
      <AgentTerminal draft={draft} isNew />
      <AgentProperties draft={draft} properties={properties} />
    </RegisterForm>
  )
}
