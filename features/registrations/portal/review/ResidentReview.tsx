import '@mantine/core/styles/Radio.css'
import '@mantine/core/styles/Switch.css'
import { Radio, Stack, Switch, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useBuildings } from '#features/buildings/portal/shared/place-filters.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { FormSection } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, useDraft } from '#platform/portal/form/use-draft.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { EMPTY_GUID } from '#platform/wire.ts'
import { type ResidentForm, ResidentReview, registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { ResidentRegistration } from '../../review-contract.ts'
import { ResidentHome, ResidentPerson } from '../fields/ResidentFields.tsx'
import { Duplicates, duplicateName } from './Duplicates.tsx'
import { commonValues, ReviewFields, ReviewForm, reviewScreen } from './ReviewForm.tsx'

type Part = { draft: Draft<typeof ResidentReview>; registration: ResidentRegistration }

/** The review of a resident's registration. */
export default reviewScreen('resident', registrationsOf.resident.get, Review)

const valuesOf = (registration: ResidentRegistration) => ({
  ...commonValues(registration),
  PhoneNumber1: registration.PhoneNumber1,
  PhoneNumber2: registration.PhoneNumber2,
  PropertyId: registration.PropertyId,
  BuildingId: registration.BuildingId,
  UnitNumber: registration.UnitNumber,
  IsDDA: registration.IsDDA,
  ResidentId: EMPTY_GUID,
  SendLockerAccessCode: false,
})

function Review({ registration }: { registration: ResidentRegistration }) {
  const { Id, Editable, Occupants } = registration
  const { culture } = useViewer().organisation
  const draft = useDraft(ResidentReview, valuesOf(registration), [['PropertyId', 'BuildingId']])
  const fields = draft as unknown as Draft<typeof ResidentForm>
  const ofProperty = useBuildings(draft.values.PropertyId)
  return (
    <ReviewForm
      kind="resident"
      registration={registration}
      draft={draft}
      loadError={ofProperty.error}
      send={(input, idempotencyKey) =>
        call(registrationsOf.resident.review, { params: { registrationId: Id }, input, idempotencyKey })
      }
    >
      <Duplicates kind="resident" registration={registration}>
        <ApprovalChoice draft={draft} registration={registration} />
      </Duplicates>
      {Editable && Occupants.length > 0 && (
        <Text>
          {t('HelpOccupied').text}{' '}
          {Occupants.map((occupant, index) => (
            <Fragment key={occupant.Id}>
              {index > 0 && ', '}
              <RecordLink kind="resident" id={occupant.Id}>
                {occupant.Name}
              </RecordLink>
            </Fragment>
          ))}
        </Text>
      )}
      <ReviewFields registration={registration} person={<ResidentPerson draft={fields} culture={culture} />}>
        {(properties) => (
          <FormSection title={label('SectionHome').text}>
            <ResidentHome draft={fields} properties={properties} buildings={ofProperty} />
          </FormSection>
        )}
      </ReviewFields>
      {Editable && (
        <Switch {...draft.check('SendLockerAccessCode', t('LabelSendCode').text)} description={t('HelpSendCode').text} />
      )}
    </ReviewForm>
  )
}

/** The choice of the resident that the approval updates; a new one by default. */
function ApprovalChoice({ draft, registration: { Duplicates: candidates } }: Part) {
  const residents = candidates.filter(({ IsRegistration }) => !IsRegistration)
  if (residents.length === 0) return null
  return (
    <Radio.Group {...draft.field('ResidentId', t('LabelApprovalOf').text)} mt={8}>
      <Stack gap={8} mt={8}>
        <Radio value={EMPTY_GUID} label={t('ChoiceNewResident').text} />
        {residents.map((one) => (
          <Radio key={one.Id} value={one.Id} label={t('ChoiceUpdate', { name: duplicateName(one) }).text} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
