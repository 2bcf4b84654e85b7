import { t as label } from '#platform/labels.ts'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import { lockerBankEntity, t as screens } from '../screens.ts'
import '@mantine/core/styles/Switch.css'
import { Group, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import type { z } from 'zod'
import { BankAlerts } from '#features/alerts/portal/shared/BankAlerts.tsx'
import { useOpenAlerts } from '#features/alerts/portal/shared/use-alerts.ts'
import { BuildingPicker } from '#features/buildings/portal/shared/BuildingPicker.tsx'
import { bankSettings } from '#features/kiosks/bank-settings.ts'
import { MailroomPicker } from '#features/mailrooms/portal/shared/MailroomPicker.tsx'
import { PropertyPicker } from '#features/properties/portal/shared/PropertyPicker.tsx'
import { call } from '#platform/portal/api/call.ts'
import { editScreen } from '#platform/portal/entity/edit-screen.tsx'
import { DraftForm, FormSection, Sections } from '#platform/portal/form/DraftForm.tsx'
import { type Draft, namedAs, useDraft } from '#platform/portal/form/use-draft.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { HistoryCard } from '#platform/portal/record/HistoryCard.tsx'
import { detailsTab, RecordPage } from '#platform/portal/record/RecordPage.tsx'
import { historyOf } from '#platform/portal/record/record-history.ts'
import { May, useViewer } from '#platform/portal/session/viewer.tsx'
import { type LockerBank, LockerBankDraft, lockerBanks } from '../contract.ts'
import { t } from '../messages.ts'
import { AuthorisationPanel } from './AuthorisationPanel.tsx'
import { KioskStatus } from './KioskStatus.tsx'
import { PublishPanel } from './PublishPanel.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'
import { BankPage, bankList } from './shared/BankPage.tsx'

type Values = z.input<typeof LockerBankDraft>
type Part = { draft: Draft<typeof LockerBankDraft>; bank: LockerBank | null }

const EMPTY: Values = {
  Version: null,
  PropertyId: null,
  BuildingId: '',
  MailRoomId: null,
  LockerBankCode: '',
  Name: '',
  Description: '',
  Address: '',
  IsActive: true,
  RelayEndPointName: '',
  BeaconDeviceMajor: '',
  BeaconDeviceMinor: '',
}

function valuesOf(bank: LockerBank): Values {
  const names = Object.keys(EMPTY) as (keyof Values)[]
  return Object.fromEntries(names.map((name) => [name, bank[name]])) as Values
}

/** What a new locker bank needs first. */
const next = (lockerBankId: string) => ({
  path: pathTo('/lockerbank/{lockerBankId}/layout', { lockerBankId }),
  text: t('LinkDesign').text,
})

/** Creates a locker bank, or edits `bank`. */
function LockerBankForm({ bank = null }: { bank?: LockerBank | null }) {
  const { property } = useViewer()
  const draft = useDraft(LockerBankDraft, bank ? valuesOf(bank) : { ...EMPTY, PropertyId: property?.id ?? null }, [
    ['PropertyId', 'BuildingId', 'MailRoomId'],
  ])
  const part = { draft, bank }
  return (
    <DraftForm
      draft={draft}
      {...(bank
        ? {
            history: {
              ...historyOf(lockerBanks.changes, { lockerBankId: bank.Id }, 'locker bank changed'),
              timeZone: bank.PropertyTimezoneId,
            },
          }
        : { creates: { entity: lockerBankEntity, next } })}
      onSave={(input, { idempotencyKey, newId }) =>
        bank
          ? call(lockerBanks.update, { params: { lockerBankId: bank.Id }, input, idempotencyKey })
          : call(lockerBanks.create, { params: { lockerBankId: newId }, input, idempotencyKey })
      }
      refreshes={[lockerBanks.page, lockerBanks.get, lockerBanks.name, lockerBanks.canPublish]}
      failureTitle={t('MsgLockerBankSaveFailed').text}
    >
      <PlaceSection {...part} />
      <DetailsSection {...part} />
      <KioskSection {...part} />
      {!bank && (
        <FormSection title={t('SectionAuthorisation').text}>
          <AuthorisationPanel bank={null} />
        </FormSection>
      )}
    </DraftForm>
  )
}

/** Changing the property clears the building, changing the building clears the mailroom (spec 1 §2). */
function PlaceSection({ draft, bank }: Part) {
  const { PropertyId, BuildingId, MailRoomId } = draft.values
  const property = draft.field('PropertyId', label('LabelProperty').text, namedAs(bank?.PropertyId, bank?.PropertyName))
  // The building is required; without a property its error is shown at the property.
  const building = draft.field('BuildingId', label('LabelBuilding').text, namedAs(bank?.BuildingId, bank?.BuildingName))
  const isSaved = bank?.MailRoomId && BuildingId === bank.BuildingId
  const saved = isSaved ? { Id: bank.MailRoomId as string, Name: bank.MailRoomName ?? '' } : undefined
  return (
    <FormSection title={t('SectionPlace').text}>
      <PropertyPicker
        {...(PropertyId ? property : building)}
        label={property.label}
        required
        value={PropertyId ?? null}
        onChange={(id) => draft.set({ PropertyId: id, BuildingId: '', MailRoomId: null })}
      />
      <BuildingPicker
        {...(PropertyId && building)}
        label={building.label}
        required
        propertyId={PropertyId ?? ''}
        value={BuildingId || null}
        onChange={(id) => draft.set({ BuildingId: id ?? '', MailRoomId: null })}
      />
      <MailroomPicker
        {...draft.field('MailRoomId', label('LabelMailroom').text, namedAs(bank?.MailRoomId, bank?.MailRoomName))}
        description={t('HelpMailroom').text}
        buildingId={BuildingId || null}
        chosen={saved}
        value={MailRoomId ?? null}
      />
    </FormSection>
  )
}

function DetailsSection({ draft, bank }: Part) {
  return (
    <FormSection title={label('SectionDetails').text}>
      <TextInput
        {...draft.field('LockerBankCode', t('LabelCode').text)}
        description={t(bank ? 'MsgLockerBankCodeFixed' : 'HelpCode').text}
        readOnly={bank !== null}
        onChange={(event: ChangeEvent<HTMLInputElement>) =>
          draft.set({ LockerBankCode: event.currentTarget.value.replace(/\s+/g, '') })
        }
      />
      <TextInput {...draft.field('Name', label('LabelName').text)} />
      <Textarea {...draft.field('Description', label('LabelDescription').text)} autosize minRows={2} />
      <TextInput {...draft.field('Address', label('LabelAddress').text)} />
      <Switch {...draft.check('IsActive', label('LabelActive').text)} description={t('HelpActive').text} />
    </FormSection>
  )
}

function KioskSection({ draft }: Part) {
  return (
    <FormSection title={t('SectionKiosk').text}>
      <TextInput
        {...draft.field('RelayEndPointName', t('LabelRelayEndPoint').text)}
        description={t('HelpRelayEndPoint').text}
        placeholder={window.location.origin}
        inputMode="url"
      />
      <Group grow align="flex-start">
        <TextInput {...draft.field('BeaconDeviceMajor', t('LabelBeaconMajor').text)} inputMode="numeric" />
        <TextInput {...draft.field('BeaconDeviceMinor', t('LabelBeaconMinor').text)} inputMode="numeric" />
      </Group>
    </FormSection>
  )
}

/** How often the kiosk's status is refreshed, in ms: the default heartbeat of a kiosk. */
const STATUS_EVERY = bankSettings({}).HeartbeatSeconds * 1000

/** Creates a locker bank. */
export default function NewLockerBank() {
  return <RecordPage list={bankList()} name={screens('ScreenNewLockerBank').text} tabs={[detailsTab(<LockerBankForm />)]} />
}

/** A locker bank: what is missing, the form, the terminal's access, alerts and history (spec 1 §2). */
export const LockerBankEdit = editScreen(
  lockerBankEntity,
  lockerBanks.get,
  (bank) => (
    <BankPage
      lockerBankId={bank.Id}
      contents={{
        overview: (
          <>
            <SetupChecklist bank={bank} />
            <KioskStatus bank={bank} />
            <LockerBankForm bank={bank} />
          </>
        ),
        access: <Access bank={bank} />,
        alerts: <OpenAlerts lockerBankId={bank.Id} />,
        history: (
          <HistoryCard operation={lockerBanks.changes} params={{ lockerBankId: bank.Id }} timeZone={bank.PropertyTimezoneId} />
        ),
      }}
    />
  ),
  { failure: t('MsgLockerBankRetrieveFailed').text, every: STATUS_EVERY },
)

/** The key of the terminal, and what it is sent. */
function Access({ bank }: { bank: LockerBank }) {
  return (
    <>
      <KioskStatus bank={bank} />
      <Sections>
        <FormSection title={t('SectionAuthorisation').text}>
          <AuthorisationPanel bank={bank} />
        </FormSection>
        <May permission="SetupLockerBank">
          <FormSection title={t('WordPublish').text}>
            <PublishPanel bank={bank} />
          </FormSection>
        </May>
      </Sections>
    </>
  )
}

function OpenAlerts({ lockerBankId }: { lockerBankId: string }) {
  const alerts = useOpenAlerts().data?.some((alert) => alert.LockerBankId === lockerBankId)
  return alerts ? (
    <BankAlerts lockerBankId={lockerBankId} />
  ) : (
    <Text c="dimmed">
      <EmptyHint
        text={t('NoAlerts').text}
        steps={[
          {
            to: pathTo('/lockerbank/{lockerBankId}/setting', { lockerBankId }),
            text: screens('ScreenLockerBankSettings').text,
            needs: 'EditLockerBank',
          },
        ]}
      />
    </Text>
  )
}
