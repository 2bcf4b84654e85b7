import type { z } from 'zod'
import { buildings } from '#features/buildings/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { useDraft } from '#platform/portal/form/use-draft.ts'
import { ResidentForm, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import { ResidentHome, ResidentPerson } from '../fields/ResidentFields.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { type RegisterFormProps, registerScreen } from './RegisterPage.tsx'
import { storedDraft, useStoredOr } from './stored-draft.ts'
import { useAnswer } from './use-answer.ts'
import { useProperties } from './use-properties.ts'

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
export default registerScreen(titleOf, Form)

function Form({ state, systemName }: RegisterFormProps) {
  const { ticket, refreshes } = state
  const { bearer, organisationId, organisationName } = ticket
  const stored = storedDraft('resident', systemName)
  const draft = useDraft(ResidentForm, useStoredOr(stored, EMPTY))
  const { PropertyId: propertyId } = draft.values
  const properties = useProperties({ key: `${refreshes} ${organisationId}`, organisationId, bearer }, [propertyId])
  const ofProperty = useAnswer(propertyId && `${refreshes} ${propertyId}`, () =>
    call(buildings.ofProperty, { params: { propertyId }, bearer }),
  )
  return (
    <RegisterForm
      title={titleOf(organisationName)}
      draft={draft}
      state={state}
      stored={stored}
      choices={[properties, ofProperty]}
      send={(values, sending) => call(registrationsOf.resident.submit, { input: { ...values, ...sending }, bearer })}
    >
      <ResidentPerson draft={draft} culture={ticket.culture} />
      <ResidentHome draft={draft} properties={properties} buildings={ofProperty} />
    </RegisterForm>
  )
}
