import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Switch.css'
import { Radio, Stack, Switch, Text } from '@mantine/core'
import type { z } from 'zod'
import { useBuildings } from '#features/buildings/portal/shared/place-filters.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { EMPTY_GUID } from '#platform/wire.ts'
import { type ResidentForm, type ResidentRegistration, ResidentReview, registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import { ResidentHome, ResidentPerson } from '../fields/ResidentFields.tsx'
import { Duplicates, duplicateName } from './Duplicates.tsx'
import { ReviewForm, reviewScreen } from './ReviewForm.tsx'

type Values = z.input<typeof ResidentReview>
type Part = { draft: Draft<typeof ResidentReview>; registration: ResidentRegistration }

/** The review of a resident's registration: changes, approval or rejection (spec 2 §2, §4). */
export default reviewScreen(registrations.resident, Review)

const valuesOf = (registration: ResidentRegistration): Values => ({
  FirstName: registration.FirstName,
  LastName: registration.LastName,
  Email: registration.Email,
  PhoneNumber: registration.PhoneNumber,
  PhoneNumber1: registration.PhoneNumber1,
  PhoneNumber2: registration.PhoneNumber2,
  PropertyId: registration.PropertyId,
  BuildingId: registration.BuildingId,
  UnitNumber: registration.UnitNumber,
  IsDDA: registration.IsDDA,
  ResidentId: EMPTY_GUID,
  SendLockerAccessCode: false,
  Comments: registration.Comments,
})

function Review({ registration }: { registration: ResidentRegistration }) {
  const { Id, Editable, Occupants } = registration
  const draft = useDraft(ResidentReview, valuesOf(registration))
  const part = { draft, registration }
  return (
    <ReviewForm
      kind="resident"
      {...part}
      send={(input, idempotencyKey) =>
        call(registrations.reviewResident, { params: { registrationId: Id }, input, idempotencyKey })
      }
    >
      {Editable && <DuplicateChoice {...part} />}
      {Editable && Occupants.length > 0 && (
        <Text>{t('HelpOccupied', { names: Occupants.map(({ Name }) => Name).join(', ') }).text}</Text>
      )}
      <Form {...part} />
      {Editable && (
        <Switch {...draft.check('SendLockerAccessCode')} label={t('LabelSendCode').text} description={t('HelpSendCode').text} />
      )}
    </ReviewForm>
  )
}

function Form({ draft, registration }: Part) {
  const { OrganisationId: organisationId } = registration
  const properties = useCall(registrations.properties, { params: { organisationId } })
  const ofProperty = useBuildings(draft.values.PropertyId)
  const fields = draft as unknown as Draft<typeof ResidentForm>
  return (
    <Loaded query={properties} failure={t('MsgRegistrationLoadFailed').text}>
      {() => (
        <>
          <FormSection title={label('SectionPerson').text}>
            <ResidentPerson draft={fields} />
          </FormSection>
          <FormSection title={label('SectionHome').text}>
            <ResidentHome draft={fields} properties={properties} buildings={ofProperty} />
          </FormSection>
        </>
      )}
    </Loaded>
  )
}

/** The possible duplicates, and the choice of the resident that the approval updates; a new one by default. */
function DuplicateChoice({ draft, registration: { Duplicates: candidates } }: Part) {
  if (candidates.length === 0) return null
  const residents = candidates.filter(({ IsRegistration }) => !IsRegistration)
  return (
    <Duplicates of={candidates}>
      {residents.length > 0 && (
        <Radio.Group {...draft.field('ResidentId')} label={t('LabelApprovalOf').text} mt={8}>
          <Stack gap={8} mt={8}>
            <Radio value={EMPTY_GUID} label={t('ChoiceNewResident').text} />
            {residents.map((one) => (
              <Radio key={one.Id} value={one.Id} label={t('ChoiceUpdate', { name: duplicateName(one) }).text} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Duplicates>
  )
}
