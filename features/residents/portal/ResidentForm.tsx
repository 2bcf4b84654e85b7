import { t as label } from '#platform/labels.ts'
import '@mantine/core/styles/Switch.css'
import { Group, Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BuildingPicker } from '#features/buildings/portal/shared/BuildingPicker.tsx'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { LANGUAGE_NAMES, LANGUAGES } from '#platform/language.ts'
import { call } from '#platform/portal/api/call.ts'
import { queryKey } from '#platform/portal/api/queries.ts'
import { DraftForm, FormSection, SubmitButton } from '#platform/portal/form/DraftForm.tsx'
import { PhoneInput } from '#platform/portal/form/PhoneInput.tsx'
import { choiceText, namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Resident, ResidentChange, residents } from '../contract.ts'
import { t } from '../messages.ts'
import { hasMovedOut, isAccessCode, OCCUPANCY, OCCUPANCY_NAMES, occupancyMessage, whyNotSendCode } from '../rules.ts'
import { residentEntity, t as screens } from '../screens.ts'
import { AccessCodePanel, type Part } from './AccessCodePanel.tsx'
import { residentList } from './ResidentPage.tsx'
import { inputOf, isCodeHidden, type Values, WITHOUT_CODE } from './resident-input.ts'

const EMPTY: Values = {
  Version: null,
  FirstName: '',
  LastName: '',
  EmailId: '',
  PropertyId: '',
  BuildingId: '',
  UnitNumber: '',
  Address: '',
  MobilePhone: '',
  Phone1: '',
  Phone2: '',
  OccupancyStatus: OCCUPANCY.Current,
  IsActive: true,
  IsDisabled: false,
  HasOptedOut: false,
  IsEmailNotificationEnabled: true,
  IsSmsNotificationEnabled: true,
  Language: '',
  IsOutofTown: false,
  HoldFrom: '',
  HoldUntil: '',
  LockerAccessCode: '',
}

function valuesOf(resident: Resident): Values {
  const names = Object.keys(EMPTY) as (keyof Values & keyof Resident)[]
  return Object.fromEntries(names.map((name) => [name, resident[name] ?? ''])) as Values
}

/** The submit button that also sends the access code. */
const SEND = 'send'

/** A resident's form; without one, it creates one (spec 2 §2, §5). */
export function ResidentForm({ resident = null }: { resident?: Resident | null }) {
  const { property } = useViewer()
  const draft = useDraft(ResidentChange, resident ? valuesOf(resident) : { ...EMPTY, PropertyId: property?.id ?? '' }, [
    ['PropertyId', 'BuildingId'],
  ])
  const part = { draft, resident }
  const keep = useSavedResident()
  return (
    <DraftForm
      draft={draft}
      {...(resident
        ? {
            history: historyOf(
              residents.changes,
              { residentId: resident.Id },
              'resident changed',
              'resident moved out',
              'resident opted in by SMS',
              'resident opted out by SMS',
              'change undone',
            ),
          }
        : { creates: { entity: residentEntity } })}
      onSave={async (values, { intent, newId }) => {
        const input = { ...inputOf(values, draft.form.getInitialValues()), SendLockerAccessCode: intent === SEND }
        if (!resident) return call(residents.create, { params: { residentId: newId }, input })
        const reply = await call(residents.update, { params: { residentId: resident.Id }, input })
        await keep(resident.Id, { LockerAccessCode: values.LockerAccessCode ?? '', Version: reply.Version })
        return reply
      }}
      refreshes={[residents.page, residents.info, residents.delegates]}
      rereads={[residents.get]}
      failureTitle={t('MsgResidentSaveFailed').text}
      buttons={<SaveAndSend {...part} />}
    >
      <PersonSection {...part} />
      <HomeSection {...part} />
      <MessagesSection {...part} />
      <AwaySection {...part} />
      <FormSection title={t('SectionAccessCode').text}>
        <AccessCodePanel {...part} />
      </FormSection>
    </DraftForm>
  )
}

/**
 * After a save, shows the resident as saved without reading the access code again, because each reading is audited: the code is
 * the one that was sent.
 */
function useSavedResident() {
  const client = useQueryClient()
  return async (residentId: string, saved: Pick<Resident, 'LockerAccessCode' | 'Version'>) => {
    const params = { residentId }
    const info = await call(residents.info, { params })
    const resident = { ...info, ...saved, ...(!info.HasLockerAccessCode && { LockerAccessCode: '' }) }
    client.setQueryData(queryKey(residents.get, { params, query: WITHOUT_CODE }), resident)
  }
}

/** Creates a resident. */
export default function NewResident() {
  return <RecordPage list={residentList()} name={screens('ScreenNewResident').text} tabs={[detailsTab(<ResidentForm />)]} />
}

function SaveAndSend({ draft, resident }: Part) {
  const { IsActive, OccupancyStatus, HasOptedOut, LockerAccessCode, EmailId } = draft.values
  const whyNot = whyNotSendCode({
    isActive: IsActive === true && !hasMovedOut(OccupancyStatus),
    hasOptedOut: HasOptedOut ?? false,
    hasCode: isCodeHidden(resident) || isAccessCode(LockerAccessCode ?? ''),
    email: (EmailId ?? '').trim(),
  })
  if (whyNot) return null
  return (
    <SubmitButton intent={SEND} variant="default">
      {t('ButtonSaveAndSend').text}
    </SubmitButton>
  )
}

function PersonSection({ draft }: Part) {
  const { culture } = useViewer().organisation
  return (
    <FormSection title={label('SectionPerson').text}>
      <Group grow align="flex-start">
        <TextInput {...draft.field('FirstName', label('LabelFirstName').text)} />
        <TextInput {...draft.field('LastName', label('LabelLastName').text)} />
      </Group>
      <TextInput {...draft.field('EmailId', label('LabelEmail').text)} type="email" />
      <PhoneInput {...draft.field('MobilePhone', label('LabelMobilePhone').text)} culture={culture} />
      <Group grow align="flex-start">
        <TextInput {...draft.field('Phone1', label('LabelPhone1').text)} type="tel" />
        <TextInput {...draft.field('Phone2', label('LabelPhone2').text)} type="tel" />
      </Group>
      <Switch {...draft.check('IsDisabled', t('LabelSpecialNeeds').text)} />
    </FormSection>
  )
}

const OCCUPANCIES = OCCUPANCY_NAMES.map((name) => ({
  value: String(OCCUPANCY[name]),
  label: occupancyMessage(OCCUPANCY[name]).text,
}))
const MESSAGE_LANGUAGES = [
  { value: '', label: t('WordOrganisationLanguage').text },
  ...LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] })),
]

/** Changing the property clears the building. */
function HomeSection({ draft, resident }: Part) {
  const { PropertyId, BuildingId, OccupancyStatus } = draft.values
  return (
    <FormSection title={label('SectionHome').text}>
      <PropertyPicker
        {...draft.field('PropertyId', label('LabelProperty').text, namedAs(resident?.PropertyId, resident?.PropertyName))}
        value={PropertyId || null}
        onChange={(id) => draft.set({ PropertyId: id ?? '', BuildingId: '' })}
      />
      <BuildingPicker
        {...draft.field('BuildingId', label('LabelBuilding').text, namedAs(resident?.BuildingId, resident?.BuildingName))}
        propertyId={PropertyId}
        value={BuildingId || null}
        onChange={(id) => draft.set({ BuildingId: id ?? '' })}
      />
      <TextInput {...draft.field('UnitNumber', label('LabelUnitNumber').text)} />
      <TextInput {...draft.field('Address', label('LabelAddress').text)} />
      <Select
        {...draft.field('OccupancyStatus', t('LabelOccupancy').text, choiceText(OCCUPANCIES))}
        data={OCCUPANCIES}
        openOnFocus={false}
        allowDeselect={false}
        value={String(OccupancyStatus)}
        onChange={(id) => draft.set({ OccupancyStatus: Number(id) as Values['OccupancyStatus'] })}
      />
      <Switch
        {...draft.check('IsActive', label('LabelActive').text)}
        {...(hasMovedOut(OccupancyStatus) && { checked: false, disabled: true })}
        description={t('HelpActive').text}
      />
    </FormSection>
  )
}

function MessagesSection({ draft }: Part) {
  const isOut = draft.values.HasOptedOut === true
  return (
    <FormSection title={t('SectionMessages').text}>
      <Switch {...draft.check('IsEmailNotificationEnabled', t('LabelEmailNotification').text)} disabled={isOut} />
      <Switch {...draft.check('IsSmsNotificationEnabled', t('LabelSmsNotification').text)} disabled={isOut} />
      <Select
        {...draft.field('Language', t('LabelMessageLanguage').text, choiceText(MESSAGE_LANGUAGES))}
        data={MESSAGE_LANGUAGES}
        openOnFocus={false}
        allowDeselect={false}
        value={draft.values.Language ?? ''}
        onChange={(language) => draft.set({ Language: (language ?? '') as Values['Language'] })}
      />
      <Switch {...draft.check('HasOptedOut', t('LabelOptOut').text)} />
    </FormSection>
  )
}

function AwaySection({ draft }: Part) {
  return (
    <FormSection title={t('SectionAway').text}>
      <Switch {...draft.check('IsOutofTown', t('LabelOutOfTown').text)} description={t('HelpOutOfTown').text} />
      {draft.values.IsOutofTown && (
        <Group grow align="flex-start">
          <TextInput {...draft.field('HoldFrom', t('LabelHoldFrom').text)} type="date" />
          <TextInput {...draft.field('HoldUntil', t('LabelHoldUntil').text)} type="date" />
        </Group>
      )}
    </FormSection>
  )
}
