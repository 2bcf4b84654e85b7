import type { z } from 'zod'
import { buildings } from '#features/buildings/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import type { PublicScreenProps } from '#platform/portal/navigation/screen.ts'
import { ResidentForm, registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { ResidentHome, ResidentPerson } from '../fields/ResidentFields.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { RegisterPage, type TicketState } from './RegisterPage.tsx'
import { keptDraft, useKeptOr } from './stored-draft.ts'
import { useAsked } from './use-answer.ts'

type Values = z.input<typeof ResidentForm>
const EMPTY: Values = {
  FirstName: '',
  LastName: '',
  Email: '',
  PhoneNumber: '',
  PhoneNumber1: '',
  PhoneNumber2: '',
  PropertyId: '',
  BuildingId: '',
  UnitNumber: '',
  IsDDA: false,
}
const titleOf = (organisation: string) => t('TitleResidentForm', { organisation }).text

/** The public form of residents, titled with the organisation's name (spec 2 §2). */
export default function ResidentRegister({ params }: PublicScreenProps) {
  const { organisationName = '' } = params
  return (
    <RegisterPage organisation={organisationName} title={titleOf}>
      {(state) => <Form state={state} systemName={organisationName} />}
    </RegisterPage>
  )
}

function Form({ state, systemName }: { state: TicketState; systemName: string }) {
  const { bearer, organisationId, organisationName } = state.ticket
  const kept = keptDraft('resident', systemName)
  const draft = useDraft(ResidentForm, useKeptOr(kept, EMPTY))
  const { PropertyId: propertyId } = draft.values
  const properties = useAsked(organisationId, () => call(registrations.properties, { params: { organisationId }, bearer }))
  const ofProperty = useAsked(propertyId, () => call(buildings.ofProperty, { params: { propertyId }, bearer }))
  return (
    <RegisterForm
      title={titleOf(organisationName)}
      draft={draft}
      state={state}
      kept={kept}
      send={(values, sending) => call(registrations.submitResident, { input: { ...values, ...sending }, bearer })}
    >
      <ResidentPerson draft={draft} />
      <ResidentHome draft={draft} properties={properties} buildings={ofProperty} />
    </RegisterForm>
  )
}
